/** "+91 98765 43210" becomes "tel:+919876543210". */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;
