// Keyboard shortcuts: "/" searches, "?" lists them, "g" and a letter open a page. A page may have its own shortcuts.
// Shortcuts are off while somebody is typing and while a dialog is open.
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Permission } from '../types/wire.gen';
import { focusFirstRow } from './focus';
import { keysOfPage } from './page-keys';
import { pagesFor } from './pages';

interface Shortcuts {
  search: () => void;
  help: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

const isInList = (target: EventTarget | null) => target instanceof HTMLElement && Boolean(target.closest('tbody'));

export function useShortcuts(permissions: Permission[], { search, help }: Shortcuts): void {
  const navigate = useNavigate();
  const going = useRef(false);
  // With a layout effect, the shortcuts work as soon as the frame is painted.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return;
      const ofPage = going.current || event.repeat ? undefined : keysOfPage()[event.key];
      const page = going.current && pagesFor(permissions).find(({ key }) => key === event.key);
      going.current = event.key === 'g';
      if (page) navigate(page.path);
      else if (ofPage) ofPage();
      else if (event.key === '/') search();
      else if (event.key === '?') help();
      else if (event.key !== 'ArrowDown' || isInList(event.target) || !focusFirstRow()) return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
