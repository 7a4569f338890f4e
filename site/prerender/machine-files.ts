import type { Page } from '../src/entry-server.tsx';
import type { Brand, Event } from '../src/types/content.gen.ts';

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

export function webManifest(event: Event, { light }: Brand): string {
  const page = light.page.toUpperCase();
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${purpose === 'any' ? '' : `${purpose}-`}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: event.name,
    short_name: event.short_name,
    description: event.description,
    lang: event.language,
    start_url: '/',
    display: 'browser',
    background_color: page,
    theme_color: page,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
