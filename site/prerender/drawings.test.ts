// @vitest-environment node
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { cleanDrawing } from './drawings';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 12" ` +
  `${attributes}>${inside}<path d="M0 0h24v12H0z"/></svg>`;

const elements = new Set(
  (
    'svg g path circle ellipse rect line polyline polygon text tspan defs title desc style lineargradient ' +
    'radialgradient stop clippath mask pattern filter fegaussianblur feoffset femerge femergenode symbol'
  ).split(' '),
);

function dangers(source: string): string[] {
  const { document } = new JSDOM(source, { contentType: 'image/svg+xml' }).window;
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    if (!elements.has(element.localName.toLowerCase())) found.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(name);
      if (/href$/i.test(name) && !value.startsWith('#')) found.push(`${name}=${value}`);
      if (!/^xmlns/.test(name) && /javascript|https?:|^\s*\/\/|data:|@import|\\/i.test(value))
        found.push(`${name}=${value}`);
      if (/url\(\s*(?!['"]?#)/i.test(value)) found.push(`${name}=${value}`);
    }
    if (element.localName === 'style' && /url\(\s*(?!['"]?#)|@import|\\|https?:/i.test(element.textContent ?? ''))
      found.push(`style ${element.textContent}`);
  }
  return found;
}

const attacks: Record<string, string> = {
  'a script': svg('<script>alert(1)</script>'),
  'a script from elsewhere': svg('<script href="https://evil.example/x.js"/>'),
  'a script in CDATA': svg('<script><![CDATA[alert(1)]]></script>'),
  'a script with a prefix': svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  'a handler at the root': svg('', 'onload="alert(1)"'),
  'a handler with capitals': svg('<rect oNcLiCk="alert(1)" width="1" height="1"/>'),
  'focus without a hand': svg('<rect tabindex="0" autofocus="" onfocus="alert(1)" width="1" height="1"/>'),
  'a link with a program': svg('<a href="javascript:alert(1)"><text>x</text></a>'),
  'a link in the old way': svg('<a xlink:href="java&#10;script:alert(1)"><text>x</text></a>'),
  'a picture from elsewhere': svg('<image href="https://evil.example/pixel.gif" width="1" height="1"/>'),
  'a picture inside': svg('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="1" height="1"/>'),
  'HTML inside': svg(
    '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>' +
      '</foreignObject>',
  ),
  'a body inside': svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"><img src="x" onerror="alert(1)"/>' +
      '</body></foreignObject>',
  ),
  'use of another file': svg('<use href="https://evil.example/x.svg#a"/>'),
  'use of a data address': svg('<use xlink:href="data:image/svg+xml;base64,PHN2ZyBpZD0ieCIvPg==#x"/>'),
  'a program set later': svg('<a id="l"><set attributeName="href" to="javascript:alert(1)"/><text>x</text></a>'),
  'an animated address': svg(
    '<rect width="1" height="1"><animate attributeName="href" values="javascript:alert(1)"/></rect>',
  ),
  'a style that imports': svg('<style>@import "https://evil.example/x.css";</style>'),
  'a style that loads': svg('<style>path{fill:url(https://evil.example/x.svg#a)}</style>'),
  'a style that hides what it loads': svg('<style>path{background:u\\72l(//evil.example/x)}</style>'),
  'a font from elsewhere': svg('<style>@font-face{font-family:x;src:url("//evil.example/x.woff2")}</style>'),
  'an attribute that loads': svg('<rect fill="url(https://evil.example/x.svg#a)" width="1" height="1"/>'),
  'a filter from elsewhere': svg('<rect filter="url(//evil.example/f.svg#f)" width="1" height="1"/>'),
  'a style attribute that loads': svg(
    '<rect style="fill: red; background-image: url(\'https://evil.example/x\')" width="1" height="1"/>',
  ),
  'a filter with a picture': svg('<filter id="f"><feImage href="https://evil.example/x.png"/></filter>'),
  'a processing instruction': `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`,
  'a doctype': `<!DOCTYPE svg PUBLIC "x" "https://evil.example/x.dtd">${svg('')}`,
  'a comment that ends early': svg('<!--><script>alert(1)</script>-->'.replace('<!-->', '<!-- x --><g/><!-- ')),
  'a title that is more': svg('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>'),
  video: svg('<video xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/x.mp4" autoplay=""/>'),
};

test.each(Object.entries(attacks))('%s is removed', (_name, source) => {
  const clean = cleanDrawing(source);
  expect(dangers(clean)).toEqual([]);
  expect(clean).not.toMatch(/evil\.example|<!DOCTYPE|<\?xml/i);
  expect(clean).toContain('d="M0 0');
});

test('the attacks are real', () => {
  const harmless = ['a processing instruction', 'a doctype', 'a comment that ends early', 'a title that is more'];
  for (const [name, source] of Object.entries(attacks))
    if (!harmless.includes(name)) expect(dangers(source), name).not.toEqual([]);
});

test('a mark as exported by drawing programs is unchanged', () => {
  const clean = cleanDrawing(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><defs>` +
      '<style><![CDATA[.cls-1{fill:#0f4c4a}]]></style><linearGradient id="g"><stop offset="0" stop-color="#fff"/>' +
      '</linearGradient></defs><title>Mark</title><g transform="scale(2)"><path class="cls-1" d="M1 1h8v8z"/>' +
      '<rect fill="url(#g)" width="4" height="4" style="opacity:.5"/></g></svg>',
  );
  for (const part of [
    'viewBox="0 0 80 40"',
    '.cls-1{fill:#0f4c4a}',
    'fill="url(#g)"',
    'linearGradient',
    'style="opacity:.5"',
    'class="cls-1"',
  ])
    expect(clean).toContain(part);
});

test('a file that is not a drawing is refused', () => {
  expect(() => cleanDrawing('<html><body>no</body></html>')).toThrow(/not a complete SVG/);
  expect(() => cleanDrawing('<svg xmlns="http://www.w3.org/2000/svg"><path')).toThrow(/not a complete SVG/);
  expect(() => cleanDrawing('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')).toThrow(
    /nothing is left/,
  );
});
