// What a browser may render when the pointer rests on a link: the public pages, never a page with personal data. The
// text is inline in every page and does not depend on the content, because the policy allows it by its hash.
import { programRoutes, readablePaths, sheetRoute } from './routes.gen';

/** Pages with personal data or for staff, and files. */
const excluded = ['/*.*', '/desk', '/gate', '/rehearsal', ...programRoutes.map(({ path }) => sheetRoute(path))];

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
