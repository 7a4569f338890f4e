// The cancellation policy, shown beside an action that involves money, with the section on refunds first.
import { useEffect, useRef } from 'react';
import { cancellationPolicy } from '../texts';
import styles from './actions.module.css';

/** Trusted Types requires a named policy for HTML. This HTML is safe: the generator made it from our own Markdown. */
const ownText = (
  window as { trustedTypes?: { createPolicy(name: string, rules: object): { createHTML(html: string): unknown } } }
).trustedTypes?.createPolicy('desk-policy-text', { createHTML: (html: string) => html });

/** The first heading that matches, and everything below it up to the next heading of the same level. */
function partOf(text: Element, pattern: RegExp): Element[] {
  const heading = [...text.querySelectorAll('h2, h3')].find(({ textContent }) => pattern.test(textContent ?? ''));
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus here to scroll
    <section className={styles.policy} aria-label={cancellationPolicy} tabIndex={0}>
      <div ref={place} />
    </section>
  );
}
