import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { Spinner } from './spinner.tsx';

type ButtonAppearance = {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** `large` is 56 px: calls and the one action of a screen. */
  size?: 'normal' | 'large';
  /** As wide as its container. */
  wide?: boolean;
  icon?: Elements;
};

type ButtonProps = ButtonAppearance &
  ComponentProps<'button'> & {
    busy?: boolean;
    /** Ignores presses while it is disabled or busy, but keeps the focus, which a disabled button loses. */
    focusableWhenDisabled?: boolean;
  };

export function Button(props: ButtonProps) {
  const { kind, size, wide, icon, busy = false, focusableWhenDisabled = false, children, ...rest } = props;
  const isDisabled = rest.disabled || busy;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(kind, size), wide && styles.wide, rest.className)}
      disabled={isDisabled && !focusableWhenDisabled}
      aria-disabled={(isDisabled && focusableWhenDisabled) || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={isDisabled ? undefined : rest.onClick}
    >
      {busy ? <Spinner /> : icon}
      {children && <span>{children}</span>}
    </button>
  );
}

type LinkButtonProps = ButtonAppearance & LinkProps;

/** A link that looks like a button. */
export function LinkButton({ kind, size, wide, icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonClass(kind, size), wide && styles.wide, className)}>
      {icon}
      {children && <span>{children}</span>}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: Elements };

/** A square of 48 px with an icon; its label is for readers and the tooltip. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.icon, className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}

/** The classes of a button, for elements that are neither button nor router link, such as `tel:` links. */
export function buttonClass(
  kind: ButtonAppearance['kind'] = 'secondary',
  size?: ButtonAppearance['size'],
): string {
  return classNames(styles.button, styles[kind], size === 'large' && styles.large);
}
