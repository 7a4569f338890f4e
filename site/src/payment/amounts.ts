/**
 * "147500.5" as "₹1,47,500.5". Not by Intl, because a phone needs a tenth of a second for the first use of Intl.
 */
export const inRupees = (amount: string): string =>
  amount.replace(/\B(?=(\d\d)*\d{3}(\.|$))/g, ',').replace(/\d/, '₹$&');

/** "₹1,47,500", with paise only if there are any. */
export const rupees = (amount: number): string => inRupees(amount.toFixed(2).replace('.00', ''));
