import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

interface QRCodeProps {
  /** The content of the code. */
  text: string;
  /** Width and height in CSS pixels. */
  size: number;
  /** The purpose of the code, for people who cannot see it. */
  label: string;
}

/** The quiet zone that readers need. */
const margin = 4;

/** A QR code in black on white in every theme. */
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

/** The path, and the side length in modules without the quiet zone. */
interface QRPath {
  path: string;
  modules: number;
}

/** Draws a QR code as one SVG path with one unit per module. */
export function qrPath(text: string): QRPath {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  let path = '';
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (!code.isDark(row, column)) continue;
      const start = column;
      while (column + 1 < modules && code.isDark(row, column + 1)) column++;
      path += `M${start} ${row}h${column - start + 1}v1H${start}z`;
    }
  }
  return { path, modules };
}
