// Cleans SVG marks: DOMPurify removes scripts, and this file also removes whatever could load another file.
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { JSDOM } from 'jsdom';

/** Elements that may be harmless but that no mark needs: links, other documents, animation. */
const forbidden = [
  'a',
  'animate',
  'animateMotion',
  'animateTransform',
  'feImage',
  'foreignObject',
  'image',
  'set',
  'use',
  'video',
  'audio',
  'iframe',
];

/** Styles may only set colours: no imports, no references to other files, and no escapes that could hide them. */
const loads = /@import|url\(\s*(?!['"]?#)|\\|expression\(|javascript:|image-set\(|(?:^|[^-])src\s*\(/i;

const { window } = new JSDOM('');
let purifier: DOMPurify | undefined;

function ready(): DOMPurify {
  if (purifier) return purifier;
  purifier = createDOMPurify(window);
  purifier.addHook('uponSanitizeAttribute', (_node, data) => {
    const isAddress = /(^|:)(href|src)$/i.test(data.attrName);
    if ((isAddress && !data.attrValue.trim().startsWith('#')) || loads.test(data.attrValue)) data.keepAttr = false;
  });
  purifier.addHook('uponSanitizeElement', (node, data) => {
    if (data.tagName === 'style' && loads.test(node.textContent ?? '')) node.parentNode?.removeChild(node);
  });
  return purifier;
}

/** Returns the drawing without scripts and without references to files. */
export function cleanDrawing(source: string): string {
  const purify = ready();
  // Parse it as XML, because an HTML parser would put everything after an HTML element inside that element.
  const drawing = parsed(source);
  const svg = purify
    .sanitize(drawing, {
      USE_PROFILES: { svg: true, svgFilters: true },
      FORBID_TAGS: forbidden,
      ALLOW_DATA_ATTR: false,
      ALLOW_UNKNOWN_PROTOCOLS: false,
    })
    .replaceAll('&nbsp;', '&#160;');
  if (parsed(svg).childElementCount === 0)
    throw new Error(
      'nothing is left of this drawing when programs are taken out of it; export it again as "plain SVG"',
    );
  return svg;
}

/** The root element of an SVG drawing. */
export function parsed(source: string): Element {
  let root: Element | undefined;
  try {
    root = new window.DOMParser().parseFromString(source.trim(), 'image/svg+xml').documentElement;
  } catch {
    // reported below
  }
  if (root) withoutCDATA(root);
  if (root?.localName !== 'svg') throw new Error('this is not a complete SVG drawing; export it again as "plain SVG"');
  return root;
}

/** Illustrator wraps its styles in CDATA, which HTML does not support. */
function withoutCDATA(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, window.NodeFilter.SHOW_CDATA_SECTION);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const node of found)
    node.parentNode?.replaceChild(root.ownerDocument.createTextNode(node.nodeValue ?? ''), node);
}
