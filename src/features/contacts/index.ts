/** What orders, requests and the promoter's home may know of contacts. */

export { CallBacks } from './calls/call-backs.tsx';
export { ContactPicker } from './contact-picker.tsx';
export { type ContactView, contactName, readContact } from './offline/contact-book.ts';
export { findByPhones } from './offline/find-contacts.ts';
export { matchesQuery, queryOf } from './offline/search-index.ts';
