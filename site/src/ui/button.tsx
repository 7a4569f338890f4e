import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Loading } from './loading';

export type ButtonLook = 'primary' | 'highlight' | 'outline' | 'quiet';

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** Shows a loading mark before the label and disables the button, which keeps its width. */
  busy?: boolean;
  wide?: boolean;
}

/** A button; `type` is "button" by default. */
export function Button({ look, busy, wide, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(look, wide, className)}
    >
      {busy && <Loading size={20} label="" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export const LinkButton = ({ look, className, ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) => (
  <a {...rest} className={buttonClasses(look, false, className)} />
);

/** A button's classes, for a router link that looks like one. */
export const buttonClasses = (look: ButtonLook = 'primary', wide = false, extra?: string) =>
  [styles.button, styles[look], wide && styles.wide, extra].filter(Boolean).join(' ');
