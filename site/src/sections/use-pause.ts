// Asks only once. A failed request is ignored, because the server refuses paused categories anyway.
import { useEffect, useState } from 'react';
import { sales } from '../api';
import type { SalesPause } from '../types/wire.gen';
import { unlessLeft } from '../unless-left';

let asked: Promise<SalesPause[]> | undefined;

const pauses = () => {
  asked ??= sales().then((answer) => (answer.ok ? answer.body.paused : []));
  return asked;
};

/** A pause for all categories has priority. */
export const pauseOf = (paused: SalesPause[], type: string): SalesPause | undefined =>
  paused.find(({ category }) => category === '') ?? paused.find(({ category }) => category === type);

/** The message for visitors, or "" if the category is on sale. */
export function usePause(type: string): string {
  const [sentence, setSentence] = useState('');
  useEffect(() => unlessLeft(pauses(), (paused) => setSentence(pauseOf(paused, type)?.sentence ?? '')), [type]);
  return sentence;
}
