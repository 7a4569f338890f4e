import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify/unstyled';

let mounted = false;

/**
 * Puts the place of the messages on the page, with the first of them: forms load this module with the first touch, and
 * mounting would keep the first letters waiting. It stands apart from the page, because the page may go while its
 * message stays. The style sheet comes with it (toast.ts): the package's own way of adding one at run time is what the
 * content security policy forbids.
 */
function mount(): void {
  if (mounted) return;
  mounted = true;
  const place = document.body.appendChild(document.createElement('div'));
  flushSync(() =>
    createRoot(place).render(
      <ToastContainer position="top-right" autoClose={5000} pauseOnHover draggable newestOnTop theme="light" />,
    ),
  );
}

/** Takes away what stands on the screen: it was true of what went before. */
export const clear = () => toast.dismiss();

export function show(kind: 'success' | 'error' | 'info', message: string, note?: string): void {
  mount();
  const said = (
    <div>
      <p>{message}</p>
      {note && <p className="toast-note">{note}</p>}
    </div>
  );
  // Said again, a message that still stands starts anew instead of covering the page with copies.
  const toastId = [kind, message, note].join('\n');
  if (toast.isActive(toastId)) toast.update(toastId, { render: said });
  else toast[kind](said, { toastId });
}
