import type { Category, PriceChange, Prices } from '../types/content.gen';
import { laterPrices, pricesAt } from './clock';
import { useTime } from './use-time';

/** The prices of a category and those that come later, updated while the page is open. */
export function usePrices(category: Category): { prices: Prices; later: PriceChange[] } {
  const { at } = useTime((category.price_changes ?? []).map((change) => change.at));
  return { prices: pricesAt(category, at), later: laterPrices(category, at) };
}
