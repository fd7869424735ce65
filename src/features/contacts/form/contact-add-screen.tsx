import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { newId } from '#kit/ids.ts';
import { success } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { SavedState } from '../contact-list.tsx';
import { contactName } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from '../texts.ts';
import { type ContactDraft, type ContactForm, useContactDraft } from './contact-form.ts';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { handedOver, prefill } from './prefill.ts';

/** A new contact; `?text=` fills it from a search or from what another app shared. */
export function ContactAddScreen() {
  const [query] = useSearchParams();
  const [round, setRound] = useState(0);
  const text = handedOver(query);
  return <AddForm key={`${round}|${text}`} text={text} onStartOver={() => setRound(round + 1)} />;
}

function AddForm({ text, onStartOver }: { text: string; onStartOver: () => void }) {
  const navigate = useNavigate();
  const { enqueue } = useCommand();
  // Each handed-over text has a draft of its own, so that neither overwrites what was typed before.
  const draft = useContactDraft('contact.add', text || 'new');
  const [pristine] = useState(() => prefill(text));
  const [id] = useState(newId);
  // How many were added one after another, and what the form goes on with.
  const [series, setSeries] = useState<{ count: number; message: string; start: ContactDraft } | null>(null);
  if (draft.found === undefined) return <Skeleton />;
  // Every contact of a series is an entry of its own, and the draft that was found has become the first of them.
  const start = series?.start ?? draft.found ?? { id, values: pristine, base: null };
  const handleNext = (saved: ContactValues, next: ContactForm) => {
    const count = (series?.count ?? 0) + 1;
    const message = texts.addedInRow(contactName(saved), count);
    setSeries({ count, message, start: { id: newId(), values: next, base: null } });
  };
  return (
    <ContactFormScreen
      pristine={pristine}
      start={start}
      draft={draft}
      isRestored={series === null && draft.found !== null}
      series={{ message: series?.message ?? '', onNext: handleNext }}
      save={async payload => {
        const command = { id: start.id, kind: 'contact.create', payload, ...draft.take() };
        const saved = await enqueue(command);
        return saved.ok ? success({ id: saved.value?.id ?? start.id, values: payload }) : saved;
      }}
      onSaved={({ id: saved }) =>
        navigate(paths.contacts, { replace: true, state: { saved } satisfies SavedState })
      }
      onStartOver={onStartOver}
    />
  );
}
