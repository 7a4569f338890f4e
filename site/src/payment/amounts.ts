let format: Intl.NumberFormat | undefined;

/**
 * "₹1,47,500", with paise only if there are any. The format is not made when this file loads, because a phone needs a
 * tenth of a second for it.
 */
export function rupees(amount: number): string {
  format ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amount);
}
