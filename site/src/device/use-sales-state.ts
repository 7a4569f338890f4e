import type { SalesWindow } from '../types/content.gen';
import { type SalesState, salesState } from './clock';
import { useTime } from './use-time';

/** The sales state of a category, updated while the page is open. */
export function useSalesState(window: SalesWindow): SalesState {
  const { at, rehearsal } = useTime([window.opens_at, window.closes_at]);
  return salesState(window, at, rehearsal);
}
