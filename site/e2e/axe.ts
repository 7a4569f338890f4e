import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks WCAG 2.2 AA and axe's best practices, for the whole page or for the given parts. */
export async function violations(page: Page, parts?: string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (include) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    // Colours that are still changing may fail the contrast test.
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (const one of changing) one.finish();
    const { violations } = await axe.run(include ? { include } : document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, parts);
}
