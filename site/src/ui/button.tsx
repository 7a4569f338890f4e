import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { Loading } from './loading';

export type ButtonLook = 'primary' | 'highlight' | 'outline' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Shows the loading mark before the words and disables the button; it keeps its width. */
  busy?: boolean;
  wide?: boolean;
}

/** A button; `type` is "button" unless said otherwise. */
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

/** The classes of a button, for a link of the router that looks like one. */
export const buttonClasses = (look: ButtonLook = 'primary', wide = false, extra?: string) =>
  [styles.button, styles[look], wide && styles.wide, extra].filter(Boolean).join(' ');
