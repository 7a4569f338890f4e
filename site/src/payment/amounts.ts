/**
 * "₹1,47,500", with paise only if there are any. The format is not made when this file loads, because a phone needs a
 * tenth of a second for the first one.
 */
export const rupees = (amount: number): string =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
