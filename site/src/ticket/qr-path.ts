// A QR code as the path of an SVG: one unit for each module, rows joined to runs.
import qrcode from 'qrcode-generator';

/** The path and the side length in modules, without the quiet zone. */
export interface QRPath {
  path: string;
  modules: number;
}

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
