// The state that the registration and transfer forms share.
import { useCallback, useMemo, useState } from 'react';
import { registration } from '../content';
import { focusField } from '../form/focus';
import { bookOf } from '../form/rulebook';
import { askedFields, type Faults, faultsOf, requiredFor, stopsOf, type Values } from '../form/rules';
import { useUploads } from '../form/use-uploads';
import type { Category } from '../types/content.gen';
import { toast } from '../ui/toast';
import { useFields } from './use-fields';

/** The name under which messages about the consent checkbox are stored. */
export const consentField = 'consent';

export const uploadFields = registration.fields.filter(({ kind }) => kind === 'upload').map(({ name }) => name);

/** `without` says which fields the form leaves out. */
export function useTypedForm(category: Category, start: Values, without?: (name: string) => boolean) {
  const uploads = useUploads();
  const book = useMemo(() => {
    const fields = registration.fields.filter(({ name }) => !without?.(name));
    return { ...bookOf(category), registration: { ...registration, fields } };
  }, [category, without]);
  const { values, faults, set, leave, fill, mark, forgive } = useFields(book, start);
  const [consent, setConsentBox] = useState(false);

  const setConsent = useCallback(
    (given: boolean) => {
      setConsentBox(given);
      forgive(consentField);
    },
    [forgive],
  );

  const show = (found: Faults) => {
    mark(found);
    focusField([...askedFields(book, values).map(({ name }) => name), consentField], found);
  };

  /** Shows the server's messages. A refused picture must be chosen again. */
  const refuse = (found: Faults) => {
    for (const name of uploadFields) if (found[name]) uploads.setHandle(name, undefined);
    show(found);
  };

  /** Shows the errors, and returns whether there are none. */
  const isComplete = (values: Values): boolean => {
    const fieldFaults = faultsOf(book, values);
    const stops = stopsOf(book, values, uploads.handles);
    const document = askedFields(book, values).find(({ name }) => name === 'aadharUrl');
    const shown = document && (requiredFor(document, category) || uploads.handles.aadharUrl);
    const consentFault: Faults = shown && !consent ? { [consentField]: registration.id_document.consent_required } : {};
    const hints = Object.fromEntries(stops.map(({ field, hint }) => [field, hint]));
    const all: Faults = { ...hints, ...consentFault, ...fieldFaults };
    if (Object.keys(fieldFaults).length === 0 && stops[0]) toast.error(stops[0].toast);
    show(all);
    return Object.keys(all).length === 0;
  };

  return { book, values, faults, set, leave, fill, mark, uploads, consent, setConsent, refuse, isComplete };
}
