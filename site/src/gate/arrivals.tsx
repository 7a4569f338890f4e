import type { GateArrived } from '../types/wire.gen';
import * as texts from './texts';
import { useGate } from './use-gate';

/** The arrivals on the chosen list and day, as the server last reported them. */
export function useArrivals() {
  const [arrivals, list, day] = [useGate('arrivals'), useGate('list'), useGate('day')];
  return arrivals.find((one) => one.list === list && one.day === day);
}

/** Who has arrived of those who are expected, by category and lane. */
export function Arrivals() {
  const arrivals = useArrivals();
  if (!arrivals) return null;
  return (
    <dl className="facts">
      <dt>{texts.arrived}</dt>
      <dd>{texts.arrivedOf(arrivals.total)}</dd>
      {arrivals.categories.map((one) => (
        <Row key={one.name} name={one.name} {...{ one }} />
      ))}
      {arrivals.lanes.map((one) => (
        <Row key={one.name} name={texts.lane(one.name)} {...{ one }} />
      ))}
    </dl>
  );
}

const Row = ({ name, one }: { name: string; one: GateArrived }) => (
  <>
    <dt>{name}</dt>
    <dd>{texts.arrivedOf(one)}</dd>
  </>
);
