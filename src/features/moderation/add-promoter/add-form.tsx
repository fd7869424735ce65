import { useLayoutEffect } from 'react';
import type { DraftOf } from '#state/draft.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { FormShell } from '#ui/form/form-shell.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { NewAccount } from './cards/new-account.ts';
import { PasswordFields } from './password-fields.tsx';
import { texts } from './texts.ts';
import { useAddForm } from './use-add-form.ts';
import { type PromoterDraft, usePromoterDraft } from './use-promoter-draft.ts';

export type AddFormProps = {
  focusFirst: boolean;
  onAdded: (person: Omit<NewAccount, 'isSeen'>) => void;
  onStartOver: () => void;
};

/** The form of a new promoter, with what of it was kept. */
export function AddForm(props: AddFormProps) {
  const draft = usePromoterDraft();
  if (draft.found === undefined) {
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <Skeleton />
      </>
    );
  }
  return <Fields {...props} draft={draft} />;
}

function Fields({
  draft,
  focusFirst,
  onAdded,
  onStartOver,
}: AddFormProps & { draft: DraftOf<PromoterDraft> }) {
  const { form, submit } = useAddForm(draft, onAdded);
  const obstacle = useObstacle();
  const { setFocus } = form;
  useLayoutEffect(() => {
    if (focusFirst) setFocus('name');
  }, [focusFirst, setFocus]);
  const handleStartOver = async () => {
    await draft.clear();
    onStartOver();
  };
  return (
    <FormShell
      form={form}
      title={texts.title}
      submitLabel={texts.add}
      onSubmit={submit}
      blockedBecause={blockedBecause(obstacle)}
      note={texts.draftNote}
      onStartOver={draft.found ? handleStartOver : undefined}
    >
      <TextField {...form.field('name')} autoComplete="off" autoCapitalize="words" enterKeyHint="next" />
      <TextField
        {...form.field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <PasswordFields form={form} />
    </FormShell>
  );
}
