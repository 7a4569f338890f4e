import { tickets } from '../content';
import * as texts from '../texts';
import type { PriceChange } from '../types/content.gen';

/** The prices that will apply later, each with its first day. */
export const LaterPrices = ({ later, className }: { later: PriceChange[]; className?: string }) =>
  later.map(({ at, display_from, prices }) => (
    <p key={at} className={className}>
      {texts.priceFrom(display_from, prices.alone.display_net)} {tickets.gst_label}
    </p>
  ));
