import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify/unstyled';

let mounted = false;

/**
 * Forms load this module on the first input, and mounting the container at that point would delay typing. The container
 * is outside the page, so that a message stays when the page changes. toast.ts loads the style sheet, because the
 * content security policy forbids the library's own way of adding it.
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

/** Removes all messages. */
export const clear = () => toast.dismiss();

export function show(kind: 'success' | 'error' | 'info', message: string, note?: string): void {
  mount();
  const said = (
    <div>
      <p>{message}</p>
      {note && <p className="toast-note">{note}</p>}
    </div>
  );
  // A repeated message restarts its timer instead of being shown twice.
  const toastId = [kind, message, note].join('\n');
  if (toast.isActive(toastId)) toast.update(toastId, { render: said });
  else toast[kind](said, { toastId });
}
