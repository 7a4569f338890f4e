// Messages that pass by. The toaster (react-toastify and its container) is loaded with the first message, so that it
// weighs nothing on pages that never say anything.
import '../styles/plain-toast.css';

type Kind = 'success' | 'error' | 'info';

let dressed: Promise<unknown> | undefined;

/**
 * The style sheet of messages, which the page names (prerender/document.ts). Where it names none, all styles are there.
 */
function dress(): Promise<unknown> | undefined {
  const href = document.querySelector<HTMLElement>('[data-loader]')?.dataset.messages;
  if (!href) return;
  dressed ??= new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }));
  }).catch((reason) => {
    dressed = undefined; // the next message tries again
    throw reason;
  });
  return dressed;
}

const toaster = () => Promise.all([import('./toaster'), dress()]).then(([module]) => module);

const say = (kind: Kind) => (message: string, note?: string) => {
  toaster().then(
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
  toaster().then(
    ({ clear }) => clear(),
    () => undefined,
  );
}
