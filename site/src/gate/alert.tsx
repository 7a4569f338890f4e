/** A sentence that is announced when it appears; nothing without one. */
export const Alert = ({ children }: { children: string }) =>
  children && (
    <p className="told" role="alert">
      {children}
    </p>
  );
