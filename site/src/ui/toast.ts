// Messages that pass by. The toaster (react-toastify and its container) is loaded with the first message, so that it
// weighs nothing on pages that never say anything.
type Kind = 'success' | 'error' | 'info';

const say = (kind: Kind) => (message: string) => {
  import('./toaster').then(
    ({ show }) => show(kind, message),
    () => sayPlainly(kind, message),
  );
};

/** The same message without the toaster, which a device that lost its connection cannot load any more. */
function sayPlainly(kind: Kind, message: string): void {
  const box = document.createElement('p');
  box.className = `plain-toast plain-toast--${kind}`;
  box.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  document.body.append(box);
  // The words come after the box: an empty live region that fills up is announced by every screen reader.
  requestAnimationFrame(() => (box.textContent = message));
  setTimeout(() => box.remove(), shownFor);
}

/** How long a message stays, in milliseconds. */
export const shownFor = 5000;

/** Shows a message at the top right for five seconds; announced to screen readers. */
export const toast = { success: say('success'), error: say('error'), info: say('info') };
