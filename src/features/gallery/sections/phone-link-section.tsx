import { PhoneLink } from '#ui/phone-link.tsx';
import type { Section } from '../section.ts';

export const section: Section = {
  title: 'Звонок',
  states: [
    { state: 'главный', content: <PhoneLink phone="0001234567" name="Алена" kind="primary" /> },
    { state: 'обычный', content: <PhoneLink phone="0007654321" name="Борис" kind="secondary" /> },
  ],
};
