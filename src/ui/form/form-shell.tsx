import { type FormEventHandler, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { StateChip } from '../chip.tsx';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { PageTitle } from '../page-title.tsx';
import { useMedia } from '../use-media.ts';
import { ActionsPlace } from './actions-place.ts';
import { ErrorSummary, type FormError } from './error-summary.tsx';
import styles from './form-shell.module.css';
import { useOpenFormMark } from './open-forms.ts';
import { texts } from './texts.ts';

/** What the shell reads of a form: see `useForm`. */
export type ShellForm = {
  validate_errors: { items: readonly FormError[] };
  attempt: number;
  wouldLose: (() => boolean) | undefined;
  formState: { isSubmitting: boolean };
};

type FormShellProps = {
  form: ShellForm;
  title: string;
  submitLabel: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Why nothing can be saved now; the button is disabled and this is said beside it. '' where `problem` says it. */
  blockedBecause?: string | undefined;
  /** One line above the actions, e.g. «Уйдет сейчас». */
  note?: ReactNode;
  /** Above the actions too: why what was saved last was not, a `ProblemLine`. */
  problem?: Elements;
  /** As wide as the screen, for a form with a table. */
  wide?: boolean;
  /** Further buttons beside the main one. */
  secondary?: Elements;
  /** The form shows a draft that was found; throws it away. */
  onStartOver?: (() => void) | undefined;
  children: ReactNode;
};

/** Above an open keyboard there would be less than 200 px left to see what is typed. */
const LITTLE_ROOM = '(max-height: 330px)';

/**
 * The frame of every form: title, refusals, fields, actions that stay in thumb reach on a phone. While it saves, the
 * button is disabled and turns; while something typed is kept nowhere else, leaving asks first.
 */
export function FormShell(props: FormShellProps) {
  const { form, title, submitLabel, onSubmit, blockedBecause, onStartOver } = props;
  useOpenFormMark(form.wouldLose);
  const main = useFocusAfterSave(form.formState.isSubmitting);
  const formId = useId();
  const hasRoom = !useMedia(LITTLE_ROOM);
  const placeBelow = useContext(ActionsPlace);
  const place = hasRoom ? placeBelow : null;
  const actions = (
    <div className={styles.actions}>
      {props.problem}
      {(blockedBecause || props.note) && <p className={styles.note}>{blockedBecause ?? props.note}</p>}
      <Button
        ref={main}
        type="submit"
        form={formId}
        kind="primary"
        size="large"
        busy={form.formState.isSubmitting}
        disabled={blockedBecause !== undefined}
      >
        {submitLabel}
      </Button>
      {props.secondary}
    </div>
  );
  return (
    <form
      id={formId}
      className={classNames(styles.form, props.wide && styles.wide)}
      onSubmit={onSubmit}
      noValidate
      aria-label={title}
    >
      <PageTitle>{title}</PageTitle>
      <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
      {onStartOver && (
        <div className={styles.restored}>
          <StateChip state="draft" text={texts.draftRestored} />
          <Button kind="quiet" onClick={onStartOver}>
            {texts.startOver}
          </Button>
        </div>
      )}
      <div className={styles.fields}>{props.children}</div>
      {place ? createPortal(actions, place) : actions}
    </form>
  );
}

/** A button that is disabled while it saves loses the focus; who goes by keyboard finds it there again. */
function useFocusAfterSave(isSubmitting: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSubmitting = useRef(false);
  useLayoutEffect(() => {
    const isOver = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    if (isOver && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isSubmitting]);
  return button;
}
