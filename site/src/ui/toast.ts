// Messages that pass by. The toaster (react-toastify and its container) is loaded with the first message, so that it
// weighs nothing on pages that never say anything.
type Kind = 'success' | 'error' | 'info';

const say = (kind: Kind) => (message: string, note?: string) => {
  import('./toaster').then(
    ({ show }) => show(kind, message, note),
    () => sayPlainly(note ? `${message} ${note}` : message),
  );
};

/** The same message without the toaster, which a device that lost its connection cannot load any more. */
function sayPlainly(message: string): void {
  const box = document.createElement('p');
  box.className = 'plain-toast';
  box.role = 'alert';
  box.textContent = message;
  for (const old of document.querySelectorAll('.plain-toast')) if (old.textContent === message) old.remove();
  document.body.append(box);
  setTimeout(() => box.remove(), 5000);
}

/** Shows a message, and a note below it, at the top right for five seconds; announced to screen readers. */
export const toast = { success: say('success'), error: say('error'), info: say('info') };

/** Takes away the messages that are shown. */
export function clearToasts(): void {
  for (const old of document.querySelectorAll('.plain-toast')) old.remove();
  import('./toaster').then(
    ({ clear }) => clear(),
    () => undefined,
  );
}
