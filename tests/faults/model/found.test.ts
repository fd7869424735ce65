import { expect, it } from 'vitest';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { playStory } from './attack.ts';
import type { Step } from './steps.ts';

/** Stories in which a rule was broken once. */
const answersInJson: Step = { do: 'fault', fault: 'portal-json', target: 'write', times: 1 };
const send: Step[] = [
  { do: 'wake', tab: 0, trigger: 'button' },
  { do: 'happen', picks: [0, 0, 0, 0, 0, 0, 0, 0] },
];

/** Until a backend has echoed a key, JSON with a 200 cannot be told from an old backend's success. */
const knownAsKeyed: Step[] = [{ do: 'save', tab: 0, duplicate: false }, ...send];

it('[S11] a portal that answers JSON 200 has deleted nothing', async () => {
  await playStory({ story: [...knownAsKeyed, answersInJson, { do: 'delete', tab: 0, thing: 0 }, ...send] });
});

it('[S11] a portal that answers JSON 200 has refused nothing', async () => {
  await playStory({
    story: [...knownAsKeyed, answersInJson, { do: 'save', tab: 0, duplicate: false }, ...send],
  });
});

it('[S28] a sign-out that was frozen in its first write does not keep the next user waiting', async () => {
  await playStory({
    story: [
      { do: 'plannedKill', what: 'freeze', after: 0 },
      { do: 'sign-out', tab: 0 },
    ],
  });
});

it('[S21] a tab that was frozen while it waited for the lock, and then got it, stops nobody for good', async () => {
  const wait: Step[] = [{ do: 'pass', ms: 960_000 }, { do: 'watch', tab: 0 }, ...send];
  const story: Step[] = [
    { do: 'open' },
    { do: 'save', tab: 0, duplicate: false },
    { do: 'wake', tab: 0, trigger: 'button' },
    { do: 'wake', tab: 1, trigger: 'button' },
    { do: 'freeze', tab: 1 },
    { do: 'happen', picks: Array.from({ length: 20 }, () => 0) },
    { do: 'save', tab: 0, duplicate: false },
  ];
  const world = await playStory({ story: [...story, ...wait, ...wait, ...wait], heals: false });
  const entries = world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  expect(entries.map(({ state }) => state)).toEqual(['done', 'done']);
});

it('[S4] a delete that is taken back while it leaves is not called taken back', async () => {
  await playStory({
    story: [
      { do: 'delete', tab: 0, thing: 0 },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'happen', picks: [0, 0, 0, 0] },
      { do: 'discard', tab: 0, entry: 0 },
      { do: 'wake', tab: 0, trigger: 'start' },
    ],
  });
});

it('[S5] on a backend without keys a clock that was turned ahead doubles no lost order', async () => {
  const later: Step[] = [
    { do: 'pass', ms: 960_000 },
    { do: 'wake', tab: 0, trigger: 'visible' },
  ];
  const world = await playStory({
    keyed: false,
    story: [
      { do: 'turn-clock', ms: 259_200_000 },
      { do: 'fault', fault: '500-after', target: 'write', times: 1 },
      { do: 'order', tab: 0, thing: 0 },
      ...send,
      ...later,
      ...send,
    ],
  });
  expect(world.server.orders).toHaveLength(1);
});

it('[S20] on a backend without keys an order is shown once, though a refresh came while it was read back', async () => {
  await playStory({
    keyed: false,
    story: [
      { do: 'order', tab: 0, thing: 0 },
      { do: 'pull', tab: 0 },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'happen', picks: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ],
  });
});

it('[S21] a tab whose lock was taken twice sends nothing that another one sends', async () => {
  await playStory({
    story: [
      { do: 'bring', tab: 0, people: 2 },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'take-over' },
      { do: 'pass', ms: 150_000 },
      { do: 'happen', picks: [0, 0, 0, 0] },
      { do: 'take-over' },
    ],
  });
});

it('[S4] the deletion of a contact that never arrived goes with it', async () => {
  const world = await playStory({
    keyed: false,
    story: [
      { do: 'fault', fault: '409', target: 'write', times: 1 },
      { do: 'save', tab: 0, duplicate: false },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'happen', picks: [0, 0, 0, 0] },
      { do: 'delete', tab: 0, thing: 1 },
    ],
  });
  expect(world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries')).toEqual([]);
});

it('[S20] a contact that was corrected after a forged refusal may be shown beside what arrived, and nothing else', async () => {
  await playStory({
    story: [
      { do: 'fault', fault: 'forged-409-after', target: 'write', times: 1 },
      { do: 'save', tab: 0, duplicate: false },
      { do: 'wake', tab: 0, trigger: 'start' },
      { do: 'happen', picks: [0, 0, 0, 0] },
      { do: 'edit', tab: 0, thing: 1 },
      { do: 'pull', tab: 0 },
    ],
  });
});

it('[S27] a portal that answers with a contact at sign-in is not taken for the user', async () => {
  await playStory({
    story: [
      { do: 'fault', fault: 'portal-contact', target: 'read', times: 1 },
      { do: 'sign-in', tab: 0, user: 1 },
      { do: 'happen', picks: [0, 0, 0, 0] },
      { do: 'bring', tab: 0, people: 2 },
      { do: 'wake', tab: 0, trigger: 'start' },
    ],
  });
});
