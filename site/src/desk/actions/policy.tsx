// The policy beside an act about money. What it says of refunds stands first.
import { useEffect, useRef } from 'react';
import styles from './actions.module.css';

/** HTML that the generator made of our own Markdown; the policy's name is what Trusted Types asks for. */
const ownText = (
  window as { trustedTypes?: { createPolicy(name: string, rules: object): { createHTML(html: string): unknown } } }
).trustedTypes?.createPolicy('desk-policy-text', { createHTML: (html: string) => html });

/** The heading that says this, and all below it until the next of its rank. */
function partOf(text: Element, says: RegExp): Element[] {
  const heading = [...text.querySelectorAll('h2, h3')].find(({ textContent }) => says.test(textContent ?? ''));
  const part: Element[] = [];
  for (let next: Element | null | undefined = heading; next; next = next.nextElementSibling) {
    if (next !== heading && /^H[1-6]$/.test(next.tagName) && next.tagName <= (heading?.tagName ?? '')) break;
    part.push(next);
  }
  return part;
}

export function Policy({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    place.current.innerHTML = (ownText?.createHTML(html) ?? html) as string;
    place.current.prepend(...partOf(place.current, /refund/i));
  }, [html]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={styles.policy} aria-label="The policy" tabIndex={0}>
      <div ref={place} />
    </section>
  );
}
