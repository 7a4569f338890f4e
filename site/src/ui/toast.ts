// The toast library (react-toastify) is loaded with the first message.
import '../styles/plain-toast.css';

type Kind = 'success' | 'error' | 'info';

let stylesLoaded: Promise<unknown> | undefined;

/** Loads the style sheet that the page names for toasts (prerender/document.ts), if there is one. */
function loadStyles(): Promise<unknown> | undefined {
  const href = document.querySelector<HTMLElement>('[data-loader]')?.dataset.messages;
  if (!href) return;
  stylesLoaded ??= new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }));
  }).catch((reason) => {
    stylesLoaded = undefined; // the next message loads the styles again
    throw reason;
  });
  return stylesLoaded;
}

const toaster = () => Promise.all([import('./toaster'), loadStyles()]).then(([module]) => module);

const say = (kind: Kind) => (message: string, note?: string) => {
  toaster().then(
    ({ show }) => show(kind, message, note),
    () => sayPlainly(note ? `${message} ${note}` : message),
  );
};

/** Without a connection, the library cannot be loaded. */
function sayPlainly(message: string): void {
  const box = document.createElement('p');
  box.className = 'plain-toast';
  box.role = 'alert';
  box.textContent = message;
  for (const old of document.querySelectorAll('.plain-toast')) if (old.textContent === message) old.remove();
  document.body.append(box);
  setTimeout(() => box.remove(), 5000);
}

/** Shows a message, with an optional note, at the top right for five seconds, and announces it to screen readers. */
export const toast = { success: say('success'), error: say('error'), info: say('info') };

/** Removes all messages. */
export function clearToasts(): void {
  for (const old of document.querySelectorAll('.plain-toast')) old.remove();
  toaster().then(
    ({ clear }) => clear(),
    () => undefined,
  );
}
