import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type Field,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import type * as v from 'valibot';
import type { Result } from '#kit/result.ts';
import type { Dictionary } from '#validation/messages/dictionary.ts';
import { describeIssue } from '#validation/messages.ts';
import { dependentsOf, isRequiredAt, labelAt, namesOf } from '#validation/schema-walk.ts';
import { texts } from '../texts.ts';
import type { FormError } from './error-summary.tsx';
import { collectErrors } from './form-errors.ts';
import { type Refused, sortRefusal } from './refused.ts';
import { ruleResolver } from './rule-resolver.ts';
import { type KeptDraft, useKeptDraft } from './use-kept-draft.ts';

export type FormOptions<Values extends FieldValues> = {
  /** What the form starts from: what nobody has typed, or a draft of it. */
  values: Values;
  /** What it held before anybody typed, when `values` is a draft. */
  pristine?: Values;
  /** Keeps what is typed; a form without one asks before it is left. */
  draft?: KeptDraft<Values>;
  /** What the server said of an earlier attempt; it stands at its fields from the start. */
  refused?: Refused | null;
  /** The server's path of a field as the form's; the same unless said otherwise. */
  nameOf?: (serverPath: string) => string;
  /** The label of a field that the schema's titles do not tell apart, such as the rows of a list. */
  labelOf?: (name: string) => string | undefined;
  /** The language of the refusals; Russian unless another dictionary is given. */
  messages?: Dictionary;
};

/** What a field of the form takes beside its own attributes: label, whether it is required, its refusal. */
type FormFieldDisplay = { label: string; required: boolean; error: string | undefined };

/** Saves valid values. null: something has to be asked first, nothing was saved and nothing went wrong. */
export type Save<Output, Saved> = (values: Output) => Promise<Result<Saved, Refused> | null>;

export type SubmitHandler = (event?: BaseSyntheticEvent) => Promise<void>;

export type Form<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** The refusals in the order of the fields, under the name that the specification fixes. */
  validate_errors: { items: readonly FormError[] };
  /** What has become of each field since the form was opened, under the name that the specification fixes. */
  validate_fields: { find(name: FieldPath<Input>): { dirty: boolean; touched: boolean; valid: boolean } };
  /** The props of an uncontrolled field: `<TextField {...form.field('email')} />`. */
  field(name: FieldPath<Input>): FormFieldDisplay & UseFormRegisterReturn;
  /** The same without the wiring, for a field inside a Controller. */
  display(name: string): FormFieldDisplay;
  /**
   * A submit handler: checks, saves once per tap however fast, then goes on. What is refused stays in the form, its
   * reasons at the fields.
   */
  submit<Saved>(save: Save<Output, Saved>, then: (saved: Saved, values: Output) => unknown): SubmitHandler;
  /** Focuses at once; the library's own waits, and meanwhile what is typed is lost and a phone's keyboard goes. */
  setFocus(name: FieldPath<Input>): void;
  /** Nobody has typed since it was opened, or since it was saved. */
  isUntouched(): boolean;
  /** From here on these values are what nobody has typed. */
  startFrom(values: Input): void;
  /** The number of refused attempts, counting the one that the form was opened with. */
  attempt: number;
  /** Whether leaving would lose what was typed; undefined where all of it is kept elsewhere. */
  wouldLose: (() => boolean) | undefined;
};

type FormSchema<Input extends FieldValues, Output> =
  | v.GenericSchema<Input, Output>
  | v.GenericSchemaAsync<Input, Output>;

/** The one form of the product: react-hook-form's fields, valibot's rules, the refusals of device and server. */
export function useForm<Input extends FieldValues, Output>(
  schema: FormSchema<Input, Output>,
  options: FormOptions<Input>,
): Form<Input, Output> {
  const { values, pristine = values, draft, refused = null } = options;
  const labelOf = (name: string) => options.labelOf?.(name) ?? labelAt(schema, name);
  const form = useHookForm<Input, unknown, Output>({
    defaultValues: values as DefaultValues<Input>, // whole values are default values too
    resolver: ruleResolver(schema, (issue, name) =>
      describeIssue(issue, { label: labelOf(name), dictionary: options.messages }),
    ),
    mode: 'onTouched',
    // The summary leads to the first wrong field, also to one that the library does not know.
    shouldFocusError: false,
  });
  const seen = useKeptDraft(form, pristine, draft);
  useDependents(form, schema);
  const { reset } = form;
  const startFrom = useCallback(
    (next: Input) => {
      seen.follow(next);
      reset(next);
    },
    [seen, reset],
  );
  /** At its fields, and what belongs to none of them above the form. */
  const refuse = (reason: Refused) => {
    for (const [name, message] of sortRefusal(reason, schema, options.nameOf)) {
      const at = name === '' ? 'root.server' : (name as FieldPath<Input>); // sortRefusal knows only the schema's fields
      form.setError(at, { type: 'server', message });
    }
  };
  const [isOpenedRefused, setOpenedRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the form opens
  useEffect(() => {
    if (!refused) return;
    refuse(refused);
    setOpenedRefused(true);
  }, []);
  const { control } = form;
  const setFocus = useCallback(
    (name: FieldPath<Input>) => {
      const field: Field | undefined = get(control._fields, name);
      field?._f.ref.focus?.();
    },
    [control],
  );
  const submit = useSubmit(form, refuse, () => seen.follow(form.getValues()));
  const { errors, submitCount } = form.formState;
  const items = collectErrors(errors, namesOf(schema), labelOf);
  const display = (name: string): FormFieldDisplay => ({
    label: labelOf(name),
    required: isRequiredAt(schema, name),
    error: items.find(item => isShownAt(item.name, name))?.message,
  });
  return {
    ...form,
    validate_errors: { items },
    // Whoever asks for a flag is drawn again when it changes.
    validate_fields: {
      find(name) {
        const { isDirty, isTouched, invalid } = form.getFieldState(name, form.formState);
        return { dirty: isDirty, touched: isTouched, valid: !invalid };
      },
    },
    display,
    submit,
    startFrom,
    setFocus,
    isUntouched: seen.isUntouched,
    field: name => ({ ...display(name), ...form.register(name) }),
    attempt: submitCount + (isOpenedRefused ? 1 : 0),
    wouldLose: draft && !draft.without ? undefined : seen.wouldLose,
  };
}

/** What is said of a list stands at its first control. */
function isShownAt(refused: string, name: string): boolean {
  return (
    refused === name || (name.startsWith(`${refused}.`) && /^\.(0\.)?\w+$/.test(name.slice(refused.length)))
  );
}

/** A field whose rules look at another is checked again with it, once the user has been there. */
function useDependents<Input extends FieldValues, Output>(
  { subscribe, getFieldState, trigger }: UseFormReturn<Input, unknown, Output>,
  schema: FormSchema<Input, Output>,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name = '' }) {
          const names = dependentsOf(schema, name) as FieldPath<Input>[]; // of the schema that the form is of
          const seen = names.filter(each => getFieldState(each).isTouched || getFieldState(each).invalid);
          if (seen.length > 0) void trigger(seen);
        },
      }),
    [subscribe, getFieldState, trigger, schema],
  );
}

function useSubmit<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  refuse: (reason: Refused) => void,
  settle: () => void,
): Form<Input, Output>['submit'] {
  const isSaving = useRef(false);
  return (save, then) => async event => {
    event?.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    const goOn: (() => unknown)[] = [];
    try {
      await form.handleSubmit(async values => {
        const saved = await save(values);
        if (saved?.ok) goOn.push(() => then(saved.value, values));
        else if (saved) refuse(saved.problem);
      })(event);
      // Not before the submit has ended: a form that is emptied then is a new one, not one that was refused.
      for (const next of goOn) {
        settle();
        await next();
      }
    } catch (cause) {
      refuse({ message: texts.systemError });
      throw cause;
    } finally {
      isSaving.current = false;
    }
  };
}
