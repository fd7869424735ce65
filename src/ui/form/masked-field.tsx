import { type ComponentProps, type SyntheticEvent, useMemo, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Field, type FieldDisplay } from './field.tsx';
import { compileMask, countMissing, isDigitsOnly, type Mask, PLACEHOLDER, showMasked } from './mask.ts';
import { caretLimit, fitToMask, inputMaskOf } from './mask-edit.ts';
import maskedStyles from './masked-field.module.css';
import { texts } from './texts.ts';
import { type ControlledInput, useMaskedInput } from './use-masked-input.ts';

/** `value` is the text as it stands in the mask, with MISSING for what is missing; '' when nothing was typed. */
export type MaskedFieldProps = FieldDisplay &
  ControlledInput & {
    /** The pattern, in the symbols of `compileMask`: `AA-111`. One that cannot work shows «Error». */
    mask: string;
    /** One character that is shown for what is missing. */
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

function UnusableField(props: MaskedFieldProps) {
  return (
    <Field {...props}>
      {control => (
        <input
          {...control}
          aria-invalid
          ref={props.ref}
          name={props.name}
          readOnly
          onBlur={props.onBlur}
          className={styles.control}
          value={texts.maskUnusable}
        />
      )}
    </Field>
  );
}

function UsableField({ compiled: mask, ...props }: MaskedFieldProps & { compiled: Mask }) {
  const { required, value } = props;
  const [isLeft, setLeft] = useState(false);
  const inputMask = useMemo(() => inputMaskOf(mask), [mask]);
  const { input, write, readText } = useMaskedInput(inputMask, props);
  const missing = isLeft && value !== '' ? countMissing(mask, fitToMask(mask, value)) : 0;
  const error =
    props.error ?? (missing > 0 ? texts.maskMissing(missing, showMasked(mask, mask.empty)) : undefined);
  const handleFocus = (event: SyntheticEvent<HTMLInputElement>) => {
    const start = caretLimit(mask, mask.empty);
    if (value === '') write(mask.empty, [start, start]);
    // A press has put the caret into the field before it is told of the focus.
    else keepCaretInside(mask, readText(), event);
    setLeft(false);
  };
  const handleBlur = () => {
    if (value === '') write('');
    setLeft(true);
    props.onBlur?.();
  };
  return (
    <Field {...props} error={error}>
      {control => (
        <input
          {...control}
          {...input}
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
          placeholder={showMasked(mask, mask.empty)}
          onFocus={handleFocus}
          onSelect={event => keepCaretInside(mask, readText(), event)}
          onBlur={handleBlur}
        />
      )}
    </Field>
  );
}

function keepCaretInside(
  mask: Mask,
  text: string,
  { currentTarget: input }: SyntheticEvent<HTMLInputElement>,
): void {
  // A keyboard is composing: to move the caret would end that.
  if (input.value !== showMasked(mask, text)) return;
  const limit = caretLimit(mask, text);
  const { selectionStart, selectionEnd } = input;
  if ((selectionEnd ?? 0) > limit) input.setSelectionRange(Math.min(selectionStart ?? 0, limit), limit);
}
