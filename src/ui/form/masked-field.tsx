import { useMaskito } from '@maskito/react';
import { type ComponentProps, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import type { ControlledInput } from './controlled-input.ts';
import styles from './field.module.css';
import { Field, type FieldDisplay } from './field.tsx';
import { compileMask, countMissing, isDigitsOnly, isUntouched, type Mask, PLACEHOLDER } from './mask.ts';
import { fitToMask } from './mask-edit.ts';
import { caretLimit, maskitoOptionsOf } from './mask-options.ts';
import maskedStyles from './masked-field.module.css';
import { texts } from './texts.ts';

/** `value` is the text as it stands in the mask, missing characters included; '' when nothing was typed. */
export type MaskedFieldProps = FieldDisplay &
  ControlledInput & {
    /** The pattern, in the symbols of `compileMask`: `AA-111`. One that cannot work shows «Error». */
    mask: string;
    /** One character for what is missing. */
    placeholder?: string;
    /** Which keyboard a phone shows; digits alone get the one for digits. */
    inputMode?: ComponentProps<'input'>['inputMode'];
    autoComplete?: string;
  };

/**
 * A field that takes what its mask allows. Use with Controller; a schema asks `isMaskFilled` whether the text is
 * whole. What is missing when the field is left is said beside it, and nothing that was typed is taken away.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { mask: pattern, placeholder = PLACEHOLDER } = props;
  const mask = useMemo(() => compileMask(pattern, placeholder), [pattern, placeholder]);
  return mask ? <UsableField {...props} compiled={mask} /> : <UnusableField {...props} />;
}

function UnusableField({ label, hint, error, labelHidden = false, ...input }: MaskedFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden} required={input.required}>
      {control => (
        <input
          {...control}
          aria-invalid
          ref={input.ref}
          name={input.name}
          readOnly
          onBlur={input.onBlur}
          className={styles.control}
          value={texts.maskUnusable}
        />
      )}
    </Field>
  );
}

function UsableField({ compiled: mask, ...props }: MaskedFieldProps & { compiled: Mask }) {
  const { label, hint, labelHidden = false, required, value } = props;
  const [isLeft, setLeft] = useState(false);
  const masked = useMaskedInput(mask, props);
  const missing = isLeft && value !== '' ? countMissing(mask, fitToMask(mask, value)) : 0;
  const error = props.error ?? (missing > 0 ? texts.maskMissing(missing, mask.empty) : undefined);
  const handleFocus = () => {
    masked.showMask();
    setLeft(false);
  };
  const handleBlur = () => {
    masked.hideEmptyMask();
    setLeft(true);
    props.onBlur?.();
  };
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {control => (
        <input
          {...control}
          {...masked.input}
          name={props.name}
          required={required}
          disabled={props.disabled}
          className={classNames(styles.control, maskedStyles.masked)}
          type="text"
          inputMode={props.inputMode ?? (isDigitsOnly(mask) ? 'numeric' : 'text')}
          autoComplete={props.autoComplete ?? 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder={mask.empty}
          onFocus={handleFocus}
          onBlur={handleBlur}
        />
      )}
    </Field>
  );
}

/**
 * The text of the input belongs to the browser and to Maskito: React writes only what comes from outside, as when
 * the form is reset. Writing at each key would end the composition of a phone's keyboard.
 */
function useMaskedInput(mask: Mask, { value, onChange, ref }: MaskedFieldProps) {
  const element = useRef<HTMLInputElement>(null);
  const options = useMemo(() => maskitoOptionsOf(mask), [mask]);
  const maskito = useMaskito({ options });
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      element.current = input;
      maskito(input);
      if (typeof ref === 'function') ref(input);
      else if (ref) ref.current = input;
    },
    [maskito, ref],
  );
  useLayoutEffect(() => {
    const input = element.current;
    if (!input || reportOf(mask, input.value) === value) return;
    const shown = fitToMask(mask, value);
    input.value = shown === '' && document.activeElement === input ? mask.empty : shown;
  }, [mask, value]);
  const report = (input: HTMLInputElement) => onChange(reportOf(mask, input.value));
  return {
    input: {
      ref: attach,
      defaultValue: fitToMask(mask, value),
      onInput: (event: React.InputEvent<HTMLInputElement>) => {
        if (!event.nativeEvent.isComposing) report(event.currentTarget);
      },
      onCompositionEnd: (event: React.CompositionEvent<HTMLInputElement>) => report(event.currentTarget),
    },
    showMask: () => {
      const input = element.current;
      if (input?.value !== '') return;
      input.value = mask.empty;
      input.setSelectionRange(caretLimit(mask, mask.empty), caretLimit(mask, mask.empty));
    },
    hideEmptyMask: () => {
      if (element.current && isUntouched(mask, element.current.value)) element.current.value = '';
    },
  };
}

function reportOf(mask: Mask, text: string): string {
  return isUntouched(mask, text) ? '' : text;
}
