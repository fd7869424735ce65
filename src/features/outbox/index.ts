export { type Announcement, announcementOf } from './announcement-of.ts';
export { OutboxScreen } from './outbox-screen.tsx';
