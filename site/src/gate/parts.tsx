import { type ComponentProps, Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** A sentence that screen readers announce when it appears; nothing if it is empty. */
export const Alert = ({ children }: { children: string }) =>
  children && (
    <p className="told" role="alert">
      {children}
    </p>
  );

/** A button that is easy to press, because it fills the screen's width or its share of a row. */
export const Big = ({ className = '', ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`big ${className}`} />
);

/** A list of labelled values. */
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

/** A text field with its label. */
export const Text = ({ label, onText, ...rest }: TextProps) => (
  <>
    <label htmlFor={rest.id}>{label}</label>
    <input {...rest} autoComplete="off" autoCapitalize="none" onChange={({ target }) => onText(target.value)} />
  </>
);

/** Opens a modal dialog, and closes it before React removes it, so that the browser returns the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
}
