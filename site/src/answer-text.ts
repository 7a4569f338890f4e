import * as texts from './texts';
import type { Field } from './types/content.gen';

/** An answer on one line. If several choices are ticked, each is stored on its own line. */
export const answerText = (field: Field | undefined, answer: string): string =>
  field?.kind === 'yes_no' ? (texts.yesNo[answer] ?? answer) : answer.replaceAll(/,?\n/g, ', ');
