import { expect, test } from 'vitest';
import { facesOf, usedIn, withoutFonts } from './styles.ts';

const sheet = `
:root{--ink:#111}
.card{color:red}.card:hover>.title{color:blue}.card .ghost{color:green}
.drawn .line{opacity:1}
.form{color:red}.form,.title{margin:0}
@media (width>=40rem){.form{padding:0}.title{padding:0}}
.card:not(.form){border:0}
`;

test('rules stay when every class of a selector occurs in the markup or in a script', () => {
  const kept = usedIn(sheet, ['<p class="card title">form</p>', '<i class="line"></i>'], ['root.classList.add("drawn")']);
  for (const part of ['--ink', '.card{', '.card:hover>.title', '.drawn .line', '.form,.title', '.card:not(.form)']) expect(kept).toContain(part);
  expect(kept).toMatch(/@media[^{]+\{\.title\{/);
  for (const part of ['.ghost', '.form{']) expect(kept).not.toContain(part);
});

test('fonts that come from files leave the ground; fallbacks of the system stay', () => {
  const file = '@font-face{font-family:Mukta;font-weight:400;font-display:swap;src:url(/assets/mukta.woff2)format("woff2")}';
  const fallback = '@font-face{font-family:"Mukta Fallback";src:local("Arial");size-adjust:97%}';
  const { ground, fonts } = withoutFonts(`${file}${fallback}p{margin:0}`);
  expect(fonts).toBe(file);
  expect(facesOf(fonts)).toBe('Mukta,400,/assets/mukta.woff2');
  expect(ground).toBe(`${fallback}p{margin:0}`);
});
