/** Undefined for an address that is not on this site. */
export function ownPath(text: unknown, own: string = location.origin): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(text, own);
    return origin === own && !pathname.startsWith('//') ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}
