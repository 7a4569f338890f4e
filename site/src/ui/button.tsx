import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { Loading } from './loading';

export type ButtonLook = 'primary' | 'highlight' | 'outline' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Shows a loading mark before the label and disables the button, which keeps its width. */
  busy?: boolean;
  wide?: boolean;
}

/** A button; `type` is "button" by default. */
export function Button({
  look = 'primary',
  busy = false,
  wide = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
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

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: ButtonLook;
  wide?: boolean;
}

/** A link that looks like a button. */
export function LinkButton({ look = 'primary', wide = false, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={buttonClasses(look, wide, className)} />;
}

/** A button's classes, for a router link that looks like one. */
export const buttonClasses = (look: ButtonLook = 'primary', wide = false, extra?: string) =>
  [styles.button, styles[look], wide && styles.wide, extra].filter(Boolean).join(' ');
