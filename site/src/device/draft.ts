// Stores typed text on this device until it is sent, so that nothing is lost by a reload or a flat battery. Identity
// documents, consent and tokens are never stored.
import { readJSON, removeItem, removeItems, writeJSON } from './storage';

const lifetimeDays = 30;

type Values = Readonly<Record<string, string | boolean>>;

interface Draft {
  values: Values;
  savedAt: string;
}

const prefix = 'registration-draft-';
const keyOf = (form: string) => prefix + form;

export function loadDraft(form: string): Values | undefined {
  const draft = readJSON<Draft>(keyOf(form));
  if (!draft || typeof draft.values !== 'object') return undefined;
  const age = Date.now() - Date.parse(draft.savedAt);
  if (age < lifetimeDays * 86_400_000) return draft.values;
  eraseDraft(form);
  return undefined;
}

/** Stores what was typed, except the `uploads`. */
export function saveDraft(form: string, values: Values, uploads: string[]): void {
  const kept = Object.entries(values).filter(
    ([name, value]) => !uploads.includes(name) && value !== '' && value !== false,
  );
  if (kept.length === 0) return eraseDraft(form);
  writeJSON(keyOf(form), { values: Object.fromEntries(kept), savedAt: new Date().toISOString() } satisfies Draft);
}

export const eraseDraft = (form: string): void => removeItem(keyOf(form));

/** Deletes the drafts of all forms. */
export const eraseDrafts = (): void => removeItems(prefix);
