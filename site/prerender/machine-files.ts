import type { Page } from '../src/entry-server.tsx';
import type { Event } from '../src/types/content.gen.ts';

export function sitemap(pages: Page[], siteUrl: string): string {
  const urls = pages.flatMap(({ canonical }) => (canonical ? [`<url><loc>${siteUrl}${canonical}</loc></url>`] : []));
  const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${list}\n`;
}

export function robots(siteUrl: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** Returns security.txt (RFC 9116), or undefined without an address. The date moves only once a month. */
export function securityText({ organiser, language }: Event, siteUrl: string, now: Date): string | undefined {
  if (!organiser.security_email) return undefined;
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1));
  return [
    `Contact: mailto:${organiser.security_email}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${language}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
