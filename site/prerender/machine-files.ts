// Files that machines read: sitemap, robots, web manifest.
import type { Page } from '../src/entry-server.tsx';
import type { Event } from '../src/types/content.gen.ts';

export function sitemap(pages: Page[], siteUrl: string): string {
  const urls = pages.flatMap(({ canonical }) => (canonical ? [`<url><loc>${siteUrl}${canonical}</loc></url>`] : []));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

export function robots(siteUrl: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

export function webManifest(event: Event): string {
  const icon = (size: number, purpose: string) => ({ src: `/icon-${purpose === 'any' ? '' : `${purpose}-`}${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose });
  const manifest = {
    name: event.name,
    short_name: event.short_name,
    description: event.description,
    lang: event.language,
    start_url: '/',
    display: 'browser',
    background_color: '#FBF8F2',
    theme_color: '#FBF8F2',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
