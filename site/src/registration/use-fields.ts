// The setters never change, so that typing renders only one field (field-input.tsx).
import { useMemo, useState } from 'react';
import { type Faults, faultOf, type Rulebook, type Values } from '../form/rules';

interface Typed {
  values: Values;
  faults: Faults;
}

export interface Fields extends Typed {
  set(name: string, value: string | boolean): void;
  leave(name: string): void;
  /** Replaces all values. */
  fill(values: Values): void;
  /** Replaces all messages. */
  mark(faults: Faults): void;
  /** Removes one message. */
  forgive(name: string): void;
}

export function useFields(book: Rulebook, start: Values): Fields {
  const [typed, setTyped] = useState<Typed>({ values: start, faults: {} });
  const changes = useMemo<Omit<Fields, keyof Typed>>(
    () => ({
      set: (name, value) =>
        setTyped(({ values, faults }) => {
          const following: Values = name === 'country' ? { state: '' } : {};
          const next: Values = { ...values, ...following, [name]: value };
          return { values: next, faults: recheck(faults, book, next, [name, ...Object.keys(following)]) };
        }),
      leave: (name) =>
        setTyped((old) => {
          const fault = faultNamed(name, book, old.values);
          return fault ? { ...old, faults: { ...old.faults, [name]: fault } } : old;
        }),
      fill: (values) => setTyped((old) => ({ ...old, values })),
      mark: (faults) => setTyped((old) => ({ ...old, faults })),
      forgive: (name) => setTyped(({ values, faults: { [name]: _, ...faults } }) => ({ values, faults })),
    }),
    [book],
  );
  return { ...typed, ...changes };
}

/** A message disappears as soon as its field is correct. New messages appear only when the focus leaves the field. */
function recheck(known: Faults, book: Rulebook, values: Values, names: string[]): Faults {
  const next = { ...known };
  for (const name of names) {
    const fault = name in next && faultNamed(name, book, values);
    if (fault) next[name] = fault;
    else delete next[name];
  }
  return next;
}

/** An empty field has no error here. */
function faultNamed(name: string, book: Rulebook, values: Values): string | undefined {
  const field = book.registration.fields.find((candidate) => candidate.name === name);
  return field && values[name] ? faultOf(field, book, values) : undefined;
}
