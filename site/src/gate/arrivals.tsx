import { Facts } from './parts';
import * as texts from './texts';
import { useGate } from './use-gate';

export function useArrivals() {
  const [arrivals, list, day] = [useGate('arrivals'), useGate('list'), useGate('day')];
  return arrivals.find((one) => one.list === list && one.day === day);
}

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
