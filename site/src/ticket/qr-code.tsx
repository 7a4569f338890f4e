import encodeQR from 'qr';
import { useMemo } from 'react';

interface QRCodeProps {
  /** With an empty text, the code's place is empty. */
  text: string;
  /** Width and height in CSS pixels. */
  size: number;
  /** The purpose of the code, for people who cannot see it. */
  label: string;
}

/** The width of the light border that readers need, in modules. */
const quietZone = 4;

/** Black on white in every theme, because code readers need the contrast. */
export function QRCode({ text, size, label }: QRCodeProps) {
  const { path, side } = useMemo(() => (text ? qrPath(text) : { path: '', side: 1 }), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws a QR code as one SVG path, with one unit per module. `side` includes the quiet zone. */
export function qrPath(text: string): { path: string; side: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = row.indexOf(true), end = 0; x >= 0; x = row.indexOf(true, end)) {
      end = row.indexOf(false, x);
      path += `M${x} ${y}h${end - x}v1H${x}z`;
    }
  }
  return { path, side: rows.length };
}
