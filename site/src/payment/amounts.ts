const format = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** "₹1,47,500", with paise only if there are any. */
export const rupees = (amount: number): string => format.format(amount);
