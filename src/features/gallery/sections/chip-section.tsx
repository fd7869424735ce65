import { Chip, type EntryAppearance, StateChip, type Tone } from '#ui/chip.tsx';
import type { Section } from '../section.ts';

const APPEARANCES: EntryAppearance[] = [
  'queued',
  'sending',
  'checking',
  'failed',
  'question',
  'parked',
  'blocked',
  'held',
  'done',
  'draft',
];
const TONES: Tone[] = ['neutral', 'ok', 'warn', 'err', 'info', 'imp'];

export const section: Section = {
  title: 'Метки',
  states: [
    ...APPEARANCES.map(state => ({ state, content: <StateChip state={state} /> })),
    ...TONES.map(tone => ({ state: tone, content: <Chip tone={tone}>закрыто</Chip> })),
  ],
};
