import type { Page, SiteContent } from '../src/entry-server.tsx';
import type { Category } from '../src/types/content.gen.ts';

export function structuredData(page: Page, siteUrl: string, content: SiteContent, card: string | undefined): object[] {
  if (page.noindex) return [];
  if (page.path === '/') return [eventData(siteUrl, content, card), organiserData(content)];
  const data: object[] = [trail(page, siteUrl, content)];
  if (page.path === '/faqs') data.push(questions(content));
  if (page.path === '/register-now') data.push(eventData(siteUrl, content, card));
  return data;
}

function eventData(siteUrl: string, { event, tickets, registration }: SiteContent, card: string | undefined): object {
  const [first, last] = [event.days[0]!, event.days.at(-1)!];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.description,
    url: `${siteUrl}/`,
    ...(card && { image: [siteUrl + card] }),
    startDate: first.starts_at ? first.start_utc : first.date,
    endDate: last.ends_at ? last.end_utc : last.date,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: event.language,
    organizer: { '@type': 'Organization', name: event.organiser.name, url: event.organiser.url },
    location: event.venues.map(({ name, city, address, map }) => ({
      '@type': 'Place',
      name: name || city,
      address: {
        '@type': 'PostalAddress',
        streetAddress: address || undefined,
        addressLocality: city,
        addressCountry: registration.home_country || undefined,
      },
      ...(map && { hasMap: map }),
    })),
    offers: tickets.categories.flatMap((category) => offers(category, siteUrl, tickets.currency)),
  };
}

/** Returns an offer for each price, past and future, because a page may be read long after it was built. */
function offers(category: Category, siteUrl: string, currency: string): object[] {
  const { prices, price_changes = [], sales } = category;
  const isAssociate = category.form === 'associate' && !category.on_register_page;
  return [{ at: sales.opens_at, prices }, ...price_changes].map(({ at, prices }, index) => ({
    '@type': 'Offer',
    name: category.name,
    description: category.description,
    url: siteUrl + (isAssociate ? '/industry-associates-registration' : '/register-now'),
    price: (prices.alone.total_paise / 100).toFixed(2),
    priceCurrency: currency,
    validFrom: at,
    validThrough: price_changes[index]?.at ?? sales.closes_at,
    availability: sales.on_sale ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
  }));
}

function organiserData({ event: { organiser, footer } }: SiteContent): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: organiser.name,
    alternateName: organiser.short_name,
    url: organiser.url,
    ...(organiser.founded_year && { foundingDate: String(organiser.founded_year) }),
    sameAs: footer.social?.filter(({ sample }) => !sample).map(({ url }) => url),
  };
}

function questions({ faqs }: SiteContent): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs!.faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function trail(page: Page, siteUrl: string, { event }: SiteContent): object {
  const steps = [
    { name: event.short_name, path: '/' },
    { name: page.title, path: page.canonical ?? page.path },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}
