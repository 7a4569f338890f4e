// The keys of the desk: "/" searches, "?" helps, "g" and a letter goes to a room. They sleep while somebody types, and
// while a dialog is open.
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Permission } from '../types/wire.gen';
import { toFirstRow } from './first-row';
import { roomsFor } from './pages';

interface Keys {
  search: () => void;
  help: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

const isInList = (target: EventTarget | null) => target instanceof HTMLElement && Boolean(target.closest('tbody'));

export function useKeys(permissions: Permission[], { search, help }: Keys): void {
  const navigate = useNavigate();
  const going = useRef(false);
  // A layout effect: the keys work from the moment that the frame is seen, not some time after the paint.
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
      const room = going.current && roomsFor(permissions).find(({ key }) => key === event.key);
      going.current = event.key === 'g';
      if (room) navigate(room.path);
      else if (event.key === '/') search();
      else if (event.key === '?') help();
      else if (event.key !== 'ArrowDown' || isInList(event.target) || !toFirstRow()) return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
