import { it } from 'vitest';
import { playStory } from './attack.ts';
import type { Step } from './steps.ts';

/** Stories in which a rule was broken once, or still is: those fail, and say so. */
const answersInJson: Step = { do: 'fault', fault: 'portal-json', target: 'write', times: 1 };
const send: Step[] = [
  { do: 'wake', tab: 0, trigger: 'button' },
  { do: 'happen', picks: [0, 0, 0, 0, 0, 0, 0, 0] },
];

it.fails('[S11] a portal that answers JSON 200 has deleted nothing', async () => {
  await playStory({ story: [answersInJson, { do: 'delete', tab: 0, thing: 0 }, ...send] });
});

it.fails('[S11] a portal that answers JSON 200 has refused nothing', async () => {
  await playStory({ story: [answersInJson, { do: 'save', tab: 0, twin: false }, ...send] });
});

it('[S28] a sign-out that was frozen in its first write does not keep the next user waiting', async () => {
  await playStory({
    story: [
      { do: 'doom', what: 'freeze', after: 0 },
      { do: 'sign-out', tab: 0 },
    ],
  });
});
