import { useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftOf } from '#state/draft.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { KeyRound } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './add-screen.module.css';
import { AccountCard } from './cards/account-card.tsx';
import { CopyButton } from './cards/copy-button.tsx';
import type { AddedPerson, NewAccounts } from './cards/use-new-accounts.ts';
import { generatePassword } from './generate-password.ts';
import { texts } from './texts.ts';
import { type PromoterDraft, useAddForm, usePromoterDraft } from './use-add-form.ts';

type SinglePromoterProps = {
  cards: NewAccounts;
  /** Which of them stands in place of the form; null while the form does. */
  shownKey: string | null;
  onShow: (key: string | null) => void;
};

/** The form of one promoter; the data card once they are added. */
export function SinglePromoter({ cards, shownKey, onShow }: SinglePromoterProps) {
  const [formKey, setFormKey] = useState(0);
  const account = cards.all.find(({ key }) => key === shownKey);
  const handleAnother = () => {
    setFormKey(formKey + 1);
    onShow(null);
  };
  if (account) {
    return (
      <AccountCard
        account={account}
        onSeen={() => cards.markSeen([account])}
        onPrint={() => cards.print([account])}
        onAnother={handleAnother}
      />
    );
  }
  return (
    <AddForm
      key={formKey}
      focusFirst={formKey > 0}
      onAdded={person => {
        cards.add(person);
        onShow(person.key);
      }}
      onStartOver={() => setFormKey(formKey + 1)}
    />
  );
}

type AddFormProps = {
  focusFirst: boolean;
  onAdded: (person: AddedPerson) => void;
  onStartOver: () => void;
};

/** The form of a new promoter, with what of it was kept. */
function AddForm(props: AddFormProps) {
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

function Fields(props: AddFormProps & { draft: DraftOf<PromoterDraft> }) {
  const { draft, focusFirst, onStartOver } = props;
  const { form, submit } = useAddForm(draft, props.onAdded);
  const blocked = blockedBecause(useObstacle());
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
      blockedBecause={blocked}
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

/** The password and its repetition, typed or invented; an invented one is shown. */
function PasswordFields({ form }: Pick<ReturnType<typeof useAddForm>, 'form'>) {
  const [generated, setGenerated] = useState('');
  const password = useWatch({ control: form.control, name: 'password' });
  const handleGenerate = () => {
    const next = generatePassword();
    const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    form.setValue('password', next, asTyped);
    form.setValue('password_confirmation', next, asTyped);
    setGenerated(next);
  };
  const isGenerated = generated !== '' && password === generated;
  return (
    <>
      <PasswordField {...form.field('password')} autoComplete="new-password" enterKeyHint="next" />
      <PasswordField
        {...form.field('password_confirmation')}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      <div className={styles.passwords}>
        <Button icon={<KeyRound size={20} />} onClick={handleGenerate}>
          {texts.generate}
        </Button>
        <div role="status">
          {isGenerated && (
            <span className={styles.generated}>
              {texts.generated} <code>{generated}</code>
              <CopyButton label={texts.copyPassword} text={generated} />
            </span>
          )}
        </div>
      </div>
    </>
  );
}
