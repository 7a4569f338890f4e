/** The tel: address of a number as people read it: "+91 98765 43210" is "tel:+919876543210". */
export const telephoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;
