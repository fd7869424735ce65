/** What orders, requests and the promoter's home may know of contacts. */

export { CallBacks } from './calls/call-backs.tsx';
export { contactName } from './contact-name.ts';
export { type ContactView, readContact } from './offline/contact-book.ts';
export { findByPhones } from './offline/find-by-phone.ts';
export { ContactPicker, type ContactPickerProps } from './picker/contact-picker.tsx';
