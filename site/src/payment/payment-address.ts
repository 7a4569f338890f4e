// The one place where the site sends somebody to an address that it got from the API.

/** Goes to the payment page. Whoever comes back wants to know what became of it, not the page as it was left. */
export function leaveFor(address: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(address);
}

/** The payment page's address, when it is one that the site may go to: encrypted, or its own server's. */
export function trustedPaymentAddress(text: string, own: string = location.origin): string | undefined {
  try {
    const address = new URL(text, own);
    return address.protocol === 'https:' || address.origin === own ? address.href : undefined;
  } catch {
    return undefined;
  }
}
