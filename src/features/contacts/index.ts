/** What orders, requests and the promoter's home may know of contacts. */

export { CallBacks } from './call-backs.tsx';
export { contactName } from './contact-name.ts';
export { ContactPicker, type ContactPickerProps } from './contact-picker.tsx';
export { type ContactView, readContact } from './offline/contact-book.ts';
export { findByPhones } from './offline/find-by-phone.ts';
