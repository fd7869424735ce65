/** What the other features may know of contacts. */

export { CallBacks, readCallsToMake } from './calls/call-backs.tsx';
export { ContactDetails } from './contact-details.tsx';
export { ContactList } from './contact-list.tsx';
export { ContactPicker } from './contact-picker.tsx';
export { DeleteContact } from './delete-contact.tsx';
export { type ContactView, contactName, readContact } from './offline/contact-book.ts';
export { findByPhones } from './offline/find-contacts.ts';
export { matchesQuery, queryOf } from './offline/search-index.ts';
export { ThinContact, UnseenContact } from './unseen-contact.tsx';
