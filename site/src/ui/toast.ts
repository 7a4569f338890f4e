// Messages that pass by. The toaster (react-toastify and its container) is loaded with the first message, so that it
// weighs nothing on pages that never say anything.
type Kind = 'success' | 'error' | 'info';

const say = (kind: Kind) => (message: string) => {
  void import('./toaster').then(({ show }) => show(kind, message));
};

/** Shows a message at the top right for five seconds; announced to screen readers. */
export const toast = { success: say('success'), error: say('error'), info: say('info') };
