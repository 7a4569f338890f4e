import * as texts from './texts';
import type { Field } from './types/content.gen';

/** An answer as text. Ticked choices, each of which is stored on its own line, are shown on one line. */
export function answerText(field: Field | undefined, answer: string): string {
  if (field?.kind === 'yes_no') return texts.yesNo[answer] ?? answer;
  return field?.kind === 'multiple' ? answer.replaceAll('\n', ', ') : answer;
}
