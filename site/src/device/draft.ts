// What has been typed, kept on this device until it is sent, so that a reload or a dead battery costs nothing. Papers,
// consent and tokens are never part of it.
import { readJSON, removeItem, removeItems, writeJSON } from './storage';

const lifetimeDays = 30;

/** What the fields hold, by their names. */
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

/** Keeps what was typed; `uploads` are the fields that hold papers. */
export function saveDraft(form: string, values: Values, uploads: string[]): void {
  const kept = Object.entries(values).filter(
    ([name, value]) => !uploads.includes(name) && value !== '' && value !== false,
  );
  if (kept.length === 0) return eraseDraft(form);
  writeJSON(keyOf(form), { values: Object.fromEntries(kept), savedAt: new Date().toISOString() } satisfies Draft);
}

export const eraseDraft = (form: string): void => removeItem(keyOf(form));

/** Of all forms: for somebody who leaves a device that others use. */
export const eraseDrafts = (): void => removeItems(prefix);
