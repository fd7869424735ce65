import { useRef, useState } from 'react';
import type { Cell, ChosenRoles } from '#kit/address-book/columns.ts';
import { failure } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { Refusal } from '#sync/outbox.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { useOpenContext } from '../book-hooks.ts';
import { fromForm } from '../form/contact-form.ts';
import { contactName } from '../offline/contact-book.ts';
import { texts as contactTexts, refusalText } from '../texts.ts';
import { addPeople, type Choice, type Choices, extendContact, type Plan } from './add-people.ts';
import { createScreenYielder, type Finding, type Search } from './find-people.ts';
import { type Found, type Person, toPerson } from './person.ts';
import { texts } from './texts.ts';

export type Stage =
  | { name: 'reading'; count: number; share: number | undefined }
  | { name: 'asking'; columns: readonly Cell[]; onChosen: (roles: ChosenRoles) => void }
  | { name: 'choosing' | 'previewing' }
  | { name: 'adding'; done: number; total: number }
  | { name: 'done'; created: number; extended: number };

export type Import = ReturnType<typeof useImport>;

/** The steps of an import; nothing is saved on the device before the user has seen whom it concerns. */
export function useImport() {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' });
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [keepsOthers, setKeepsOthers] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { enqueue, enqueueAll } = useCommand();
  const openContext = useOpenContext();
  const isStopped = useRef(false);
  const isBusy = useRef(false);

  /** Runs one at a time, however fast the taps are. */
  const runExclusively = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } catch (cause) {
      setProblems([uiTexts.systemError]);
      setStage({ name: people.length > 0 ? 'previewing' : 'choosing' });
      throw cause;
    } finally {
      isBusy.current = false;
    }
  };

  const handleRead: Search['onRead'] = (count, share) => setStage({ name: 'reading', count, share });

  const ask: Search['ask'] = columns =>
    new Promise(resolve => {
      const handleChosen = (roles: ChosenRoles) => {
        handleRead(0);
        resolve(roles);
      };
      setStage({ name: 'asking', columns, onChosen: handleChosen });
    });

  const find = (search: (search: Search) => Promise<Finding>) =>
    runExclusively(async () => {
      handleRead(0);
      const { found, refusals } = await search({ onRead: handleRead, ask });
      setPeople(await toPersons(found));
      setKeepsOthers(false);
      setChoices(new Map());
      setProblems(refusals);
      setStage({ name: found.length > 0 ? 'previewing' : 'choosing' });
    });

  /** For all people at once; who was corrected stays as corrected. */
  const keepOthers = (isKept: boolean) =>
    runExclusively(async () => {
      setKeepsOthers(isKept);
      const yieldToScreen = createScreenYielder();
      const changed: Person[] = [];
      for (const person of people) {
        changed.push(person.found ? toPerson(person.id, person.found, isKept) : person);
        await yieldToScreen();
      }
      setPeople(changed);
    });

  const add = (plan: Plan) =>
    runExclusively(async () => {
      const total = plan.creates.length + plan.extensions.length;
      const added = new Set<string>();
      isStopped.current = false;
      setStage({ name: 'adding', done: 0, total });
      const { refusal, impossible } = await addPeople(plan, {
        enqueueAll,
        async extend(contact, phones) {
          const context = openContext();
          return context
            ? extendContact(context, enqueue, contact, phones)
            : failure({ reason: 'unknown-outcome' });
        },
        isStopped: () => isStopped.current,
        onAdded(batch) {
          for (const person of batch) added.add(person);
          setStage({ name: 'adding', done: added.size, total });
        },
      }).finally(() => setPeople(before => before.filter(person => !added.has(person.id))));
      const unextended = people.filter(person => impossible.includes(person.id));
      setProblems(problemsOf(refusal, unextended, isStopped.current));
      const created = plan.creates.filter(({ person }) => added.has(person)).length;
      const isCut = refusal !== null || (isStopped.current && added.size < total);
      setStage(isCut ? { name: 'previewing' } : { name: 'done', created, extended: added.size - created });
      if (added.size > 0)
        notify({ type: 'info', title: contactTexts.importTitle, message: texts.done(created) });
    });

  return {
    stage,
    people,
    choices,
    problems,
    keepsOthers,
    keepOthers,
    find,
    add,
    choose: (ids: readonly string[], choice: Choice) =>
      setChoices(before => new Map([...before, ...ids.map((id): [string, Choice] => [id, choice])])),
    correct: (person: Person, form: Person['form']) => {
      const values = fromForm(form);
      const corrected = { ...person, found: null, isDoubtful: false, form, values, remarks: [], problem: '' };
      setPeople(before => before.map(each => (each.id === person.id ? corrected : each)));
      setChoices(before => new Map([...before].filter(([id]) => id !== person.id)));
    },
    stop: () => {
      isStopped.current = true;
    },
    goTo: (name: 'choosing' | 'previewing') => {
      setProblems([]);
      setStage({ name });
    },
  };
}

async function toPersons(found: readonly Found[]): Promise<Person[]> {
  const persons: Person[] = [];
  const yieldToScreen = createScreenYielder();
  for (const each of found) {
    persons.push(toPerson(String(persons.length), each));
    await yieldToScreen();
  }
  return persons;
}

function problemsOf(refusal: Refusal | null, unextended: readonly Person[], isStopped: boolean): string[] {
  const names = unextended.map(person => contactName(person.values)).join(', ');
  return [
    ...(refusal ? [refusal.reason === 'full' ? texts.full : refusalText(refusal)] : []),
    ...(refusal === null && isStopped ? [texts.stopped] : []),
    ...(names === '' ? [] : [texts.notExtended(names)]),
  ];
}
