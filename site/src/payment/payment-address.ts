/** When the visitor returns, this page reloads and shows the payment's status. */
export function leaveFor(address: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(address);
}

/** Undefined unless the address is safe: https, or on this site's own server. */
export function trustedPaymentAddress(text: string, own: string = location.origin): string | undefined {
  try {
    const address = new URL(text, own);
    return address.protocol === 'https:' || address.origin === own ? address.href : undefined;
  } catch {
    return undefined;
  }
}
