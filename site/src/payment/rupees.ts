/** An amount for people: "₹1,47,500", with paise only when there are some. */
export const rupees = (amount: number): string =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
