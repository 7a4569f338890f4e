import { Facts } from './parts';
import * as texts from './texts';
import { useGate } from './use-gate';

/** The arrivals for the chosen list and day, as last reported by the server. */
export function useArrivals() {
  const [arrivals, list, day] = [useGate('arrivals'), useGate('list'), useGate('day')];
  return arrivals.find((one) => one.list === list && one.day === day);
}

/** How many of the expected visitors have arrived, by category and lane. */
export function Arrivals() {
  const arrivals = useArrivals();
  if (!arrivals) return null;
  const { categories, lanes } = arrivals;
  return (
    <Facts
      of={[
        [texts.arrived, texts.arrivedOf(arrivals.total)],
        ...categories.map((one): [string, string] => [one.name, texts.arrivedOf(one)]),
        ...lanes.map((one): [string, string] => [texts.lane(one.name), texts.arrivedOf(one)]),
      ]}
    />
  );
}
