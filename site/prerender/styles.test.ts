import { expect, test } from 'vitest';
import { facesOf, withoutFonts } from './styles.ts';

test('fonts that come from files leave the ground; fallbacks of the system stay', () => {
  const file =
    '@font-face{font-family:Mukta;font-weight:400;font-display:swap;src:url(/assets/mukta.woff2)format("woff2")}';
  const fallback = '@font-face{font-family:"Mukta Fallback";src:local("Arial");size-adjust:97%}';
  const { ground, fonts } = withoutFonts(`${file}${fallback}p{margin:0}`);
  expect(fonts).toBe(file);
  expect(facesOf(fonts)).toBe('Mukta,400,/assets/mukta.woff2');
  expect(ground).toBe(`${fallback}p{margin:0}`);
});
