// A film for the browser's fake camera. The Y4M format needs no encoder and contains the frame rate.
import { writeFileSync } from 'node:fs';
import encodeQR from 'qr';

const width = 640;
const height = 480;
const ground = 150;
const paper = 235;
const ink = 30;
const dot = 4;

/** Shows each text as a QR code, with a pause before each. The browser repeats the film. */
export function writeFilm(file: string, texts: string[]): void {
  const frames = texts.flatMap((text) => [...Array(4).fill(frame()), ...Array(8).fill(frame(text))]);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), ...frames]),
  );
}

function frame(text?: string): Buffer {
  const light = Buffer.alloc(width * height, ground);
  if (text) draw(light, text);
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
}

function draw(light: Buffer, text: string): void {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const side = code.length * dot;
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      light[(top + y) * width + left + x] = code[Math.floor(y / dot)]?.[Math.floor(x / dot)] ? ink : paper;
    }
  }
}
