/** What orders and requests may know of contacts. */

export { contactName } from './contact-name.ts';
export { ContactPicker, type ContactPickerProps } from './contact-picker.tsx';
export { type ContactView, readContact } from './offline/contact-book.ts';
export { findByPhones } from './offline/find-by-phone.ts';
