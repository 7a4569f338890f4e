import { useEffect } from 'react';
import { gate } from './gate';

/** A scanner's next key follows within this time, in milliseconds, and a person's does not. */
const nextKey = 100;
/** Tickets and badges have longer texts. */
const shortest = 20;

/** A hand scanner types a code and presses Enter, wherever the focus is; in a field, the field gets the code. */
export function useHandScanner(): void {
  useEffect(() => {
    let text = '';
    let at = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      if (timeStamp - at > nextKey || target instanceof HTMLInputElement) text = '';
      at = timeStamp;
      if (key.length === 1) text += key;
      if (key !== 'Enter' || text.length < shortest) return;
      event.preventDefault(); // otherwise, a button that has the focus would be pressed
      void gate.admission.code(text, 'typed');
      text = '';
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
}
