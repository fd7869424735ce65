import type { Guard } from '../world.ts';
import { actingGuards } from './acting.ts';
import { askingGuards } from './asking.ts';
import { carryingGuards } from './carrying.ts';
import { changingGuards } from './changing.ts';
import { provingGuards } from './proving.ts';
import { refreshingGuards } from './refreshing.ts';
import { renewingGuards } from './renewing.ts';
import { runningGuards } from './running.ts';
import { savingGuards } from './saving.ts';
import { sendingGuards } from './sending.ts';
import { sessionGuards } from './session.ts';
import { waitingGuards } from './waiting.ts';

/** Every script, cheap and certain; what they leave out, the model may reach. */
export const guards: readonly Guard[] = [
  ...sendingGuards,
  ...provingGuards,
  ...askingGuards,
  ...waitingGuards,
  ...savingGuards,
  ...changingGuards,
  ...renewingGuards,
  ...sessionGuards,
  ...actingGuards,
  ...runningGuards,
  ...refreshingGuards,
  ...carryingGuards,
];
