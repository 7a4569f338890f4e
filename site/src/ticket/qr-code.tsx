import { useMemo } from 'react';
import { qrPath } from './qr-path';

interface QRCodeProps {
  /** What the code says. */
  text: string;
  /** Width and height in CSS pixels. */
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
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
