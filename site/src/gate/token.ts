// Parses the text of a ticket's QR code and checks its signature on the device. api/ticket/token.go defines the layout;
// Go and TypeScript tests share the cases in api/gate/testdata/codes.json.

export interface Claims {
  ticket: string;
  event: number;
  category: number;
  days: number;
  seats: number;
  holder: string;
}

export type Reading =
  | { kind: 'ticket'; claims: Claims }
  /** A ticket ID without a signed token: it is trusted only after the server has looked it up. */
  | { kind: 'id'; ticket: string }
  | { kind: 'forged' | 'other_event' | 'unreadable' };

/** Public keys, by the key ID in a token (8 hexadecimal digits). */
export type Keys = Map<string, Uint8Array<ArrayBuffer>>;

const headerBytes = 28;
const signatureBytes = 64;
const maxNameBytes = 60;
const maxChars = (Math.floor((headerBytes + maxNameBytes + signatureBytes + 2) / 3) * 4) as number;
const signedFor = new TextEncoder().encode('transom ticket 1\0');
const path = '/event-ticket/';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `marks` are the numbers that identify tickets for this edition. */
export async function readCode(text: string, keys: Keys, marks: number[]): Promise<Reading> {
  const parts = parse(text.trim());
  if (!parts) return { kind: 'unreadable' };
  if (parts.token === '') return { kind: 'id', ticket: parts.id };
  const raw = parts.token.length > maxChars ? undefined : fromBase64url(parts.token);
  if (!raw || raw.length < headerBytes + signatureBytes || raw[0] !== 1) return { kind: 'forged' };
  const body = raw.slice(0, -signatureBytes);
  const key = keys.get(hex(body.slice(1, 5)));
  const signed = new Uint8Array([...signedFor, ...body]);
  if (!key || !(await verify(key, raw.slice(-signatureBytes), signed))) return { kind: 'forged' };
  const claims = claimsOf(body);
  if (parts.id !== '' && parts.id !== claims.ticket) return { kind: 'forged' };
  return marks.includes(claims.event) ? { kind: 'ticket', claims } : { kind: 'other_event' };
}

function claimsOf(body: Uint8Array): Claims {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return {
    event: view.getUint32(5),
    ticket: idOf(body.slice(9, 25)),
    category: body[25]!,
    days: body[26]!,
    seats: body[27]!,
    holder: new TextDecoder().decode(body.slice(headerBytes)),
  };
}

/** Splits a code into ID and token. An ID or a token alone is accepted, too. */
function parse(text: string): { id: string; token: string } | undefined {
  if (isID(text)) return { id: text, token: '' };
  const at = text.indexOf(path);
  if (at < 0) return text === '' || !/^[\w-]{90,}$/.test(text) ? undefined : { id: '', token: text };
  const [id = '', ...rest] = text.slice(at + path.length).split('#');
  return isID(id) ? { id, token: rest.join('#') } : undefined;
}

/**
 * Returns a ticket code, ticket ID or registration code; otherwise undefined. Names must not be stored, so a ticket
 * code must contain a digit (api/booking/ticket.go) and a registration code no vowels (api/booking/code.go).
 */
export function typedCode(text: string): string | undefined {
  const code = text.toLowerCase().replace(/[\s.,·-]/g, '');
  const isTicket = /[2-7]/.test(code) && (/^[a-z2-7]{8}$/.test(code) || isID(code));
  return isTicket || /^[bcdfghjklmnprstwxyz]{6}$/.test(code) ? code : undefined;
}

/** In base32, 128 bits need 26 characters; the last character contains only three bits. */
const isID = (text: string) => /^[a-z2-7]{25}[aeimquy4]$/.test(text);

function idOf(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let out = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) out += base32[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? out + base32[(value << (5 - bits)) & 31] : out;
}

/** Decodes strictly: text that would be encoded differently is refused, so that each token has only one spelling. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
    return toBase64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export const toBase64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string) => Uint8Array.from(text.match(/../g)!, (two) => parseInt(two, 16));

type Verifier = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

/** The browser's own Ed25519, or a small library, which is loaded only if the browser has none. */
let verifier: Promise<Verifier> | undefined;

async function verify(...[key, signature, message]: Parameters<Verifier>): Promise<boolean> {
  verifier ??= native().catch(loaded);
  return (await verifier)(key, signature, message);
}

/** A public key and a signature of an empty message (RFC 8032, 7.1). A key with only zeros would crash WebKitGTK. */
const sample = {
  key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  signature:
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
    '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
};

async function native(): Promise<Verifier> {
  await crypto.subtle.importKey('raw', fromHex(sample.key), 'Ed25519', false, ['verify']);
  const imported = new Map<Uint8Array, CryptoKey>();
  return async (key, signature, message) => {
    const known = imported.get(key) ?? (await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']));
    imported.set(key, known);
    return crypto.subtle.verify('Ed25519', known, signature, message);
  };
}

/** Verifies as Go does (RFC 8032), not by the library's default rule, which accepts more. */
export async function loaded(): Promise<Verifier> {
  const ed = await import('@noble/ed25519');
  return (key, signature, message) => ed.verifyAsync(signature, message, key, { zip215: false }).catch(() => false);
}

/** Runs the first verification, which is the slowest, before any visitor is waiting. */
export async function warmUp(): Promise<void> {
  await verify(fromHex(sample.key), fromHex(sample.signature), new Uint8Array(0)).catch(() => false);
}
