import { useMemo } from 'react';
import { qrPath } from './qr-path';

interface QRCodeProps {
  /** What the code says. */
  text: string;
  /** The least width and height in CSS pixels: modules are whole pixels, which a camera reads best from a screen. */
  size: number;
  /** What the code is for, for people who cannot see it. */
  label: string;
}

/** The quiet zone that readers ask for. */
const margin = 4;

/** A QR code in black on white, whatever the theme. */
export function QRCode({ text, size, label }: QRCodeProps) {
  const { path, modules } = useMemo(() => qrPath(text), [text]);
  const side = modules + 2 * margin;
  const shown = side * Math.ceil(size / side);
  return (
    <svg
      role="img"
      aria-label={label}
      width={shown}
      height={shown}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
