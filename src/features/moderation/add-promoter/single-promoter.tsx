import { useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { newId } from '#kit/ids.ts';
import { failure, success } from '#kit/result.ts';
import { type DraftOf, useDraft } from '#state/draft.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { KeyRound } from '#ui/icons.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { toAddPromoterFailure } from './add-promoter-failure.ts';
import styles from './add-screen.module.css';
import { AccountCard, CopyButton } from './cards/account-cards.tsx';
import type { AddedPerson, NewAccounts } from './cards/use-new-accounts.ts';
import { generatePassword } from './generate-password.ts';
import { emptyForm, PromoterForm } from './promoter-form.ts';
import { texts } from './texts.ts';
import { type Attempt, useAddPromoter } from './use-add-promoter.ts';

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

/** [S9] What is kept of a promoter being typed: never a password. */
const PromoterDraft = v.object({ name: v.string(), email: v.string() });
type PromoterDraft = v.InferOutput<typeof PromoterDraft>;

/** The form of a new promoter, with what of it was kept. */
function AddForm(props: AddFormProps) {
  const draft = useDraft<PromoterDraft>('promoter.add', 'new');
  return draft.found === undefined ? <Skeleton /> : <Fields {...props} draft={draft} />;
}

function Fields({
  draft,
  focusFirst,
  onAdded,
  onStartOver,
}: AddFormProps & { draft: DraftOf<PromoterDraft> }) {
  const startAdding = useAddPromoter();
  const [last, setLast] = useState<Attempt | null>(null);
  // What another version of the app wrote and cannot be read counts as none.
  const kept = v.parse(v.fallback(v.nullable(PromoterDraft), null), draft.found);
  const form = useForm(PromoterForm, {
    values: { ...emptyForm, ...kept },
    pristine: emptyForm,
    draft: {
      save: ({ name, email }) => draft.save({ name, email }),
      clear: draft.clear,
      without: ['password', 'password_confirmation'],
    },
  });
  const { setFocus } = form;
  useLayoutEffect(() => {
    if (focusFirst) setFocus('name');
  }, [focusFirst, setFocus]);
  const save = async ({ name, email, password }: PromoterForm) => {
    const attempt = await startAdding()({ name, email, password }, last).catch((cause: unknown) => {
      // Nobody has classified this one; the form says it as well.
      notify({ type: 'error', title: uiTexts.error, message: uiTexts.systemError });
      throw cause;
    });
    setLast(attempt);
    const { outcome } = attempt;
    if (outcome.is === 'saved') return success({ ...outcome.sent, email: outcome.stored.email });
    const { refused, notice } = toAddPromoterFailure(outcome);
    if (notice) notify(notice);
    return failure(refused);
  };
  const submit = form.submit(save, async account => {
    await draft.clear();
    notify({ type: 'success', title: texts.toastTitle, message: texts.added });
    onAdded({ key: newId(), ...account });
  });
  const handleStartOver = async () => {
    await draft.clear();
    onStartOver();
  };
  return (
    <FormShell
      form={form}
      title={texts.title}
      submitLabel={last?.outcome.is === 'unknown' ? uiTexts.check : texts.add}
      onSubmit={submit}
      blockedBecause={blockedBecause(useBlockedReason())}
      note={texts.draftNote}
      onStartOver={kept ? handleStartOver : undefined}
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
function PasswordFields({ form }: { form: Form<PromoterForm, PromoterForm> }) {
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
              <span>{`${texts.generated} `}</span>
              <code>{generated}</code>
              <CopyButton label={texts.copyPassword} text={generated} />
            </span>
          )}
        </div>
      </div>
    </>
  );
}
