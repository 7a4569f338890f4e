// Parts that several screens of the gate use.
import { type ComponentProps, Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** A sentence that is announced when it appears; nothing without one. */
export const Alert = ({ children }: { children: string }) =>
  children && (
    <p className="told" role="alert">
      {children}
    </p>
  );

/** A button that is easy to hit: as wide as the screen, or as its part of a row. */
export const Big = ({ className = '', ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`big ${className}`} />
);

/** A list of named values, without the empty ones. */
export const Facts = ({ of }: { of: [name: string, value: ReactNode][] }) => (
  <dl className="facts">
    {of
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

interface TextProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  id: string;
  label: string;
  onText: (text: string) => void;
}

/** A text field with its label. The phone suggests no words and adds no capitals. */
export const Text = ({ label, onText, ...rest }: TextProps) => (
  <>
    <label htmlFor={rest.id}>{label}</label>
    <input {...rest} autoComplete="off" autoCapitalize="none" onChange={({ target }) => onText(target.value)} />
  </>
);

/** Opens a dialog above everything else. Closing it before it is removed returns the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
