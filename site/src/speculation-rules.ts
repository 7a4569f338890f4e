// Browsers may render public pages in advance while the pointer rests on a link, but never pages with personal data.
// The rules are the same inline text on every page, because the security policy allows them by hash.
import { programRoutes, readablePaths, sheetRoute } from './routes.gen';

/** Files, and pages with personal data or for staff. The pattern avoids the name of a form that few editions have. */
const excluded = ['/*.*', '/desk', '/gate', '/rehearsal', ...programRoutes.map(({ path }) => sheetRoute(path))].map(
  (path) => path.replace(/^.*-registration$/, '/*-registration'),
);

const rule = {
  where: {
    and: [
      { href_matches: ['/', '/:page'] },
      { not: { href_matches: excluded.filter((path) => !readablePaths.includes(path)) } },
    ],
  },
  eagerness: 'moderate',
};

export const speculationRules = JSON.stringify({ prefetch: [rule], prerender: [rule] });
