import { expect, test } from 'vitest';
import { programRoutes, readingRoutes } from './routes';

const modules = import.meta.glob<{ default: unknown }>('./pages/*.tsx');

// The prerender step finds a page's style sheet by the name of its module (entry-server.tsx).
test.each([...readingRoutes, ...programRoutes])(
  'the page at $path is loaded from the module that it names',
  async (route) => {
    const named = modules[`./pages/${route.module ?? route.file.replace('.html', '')}.tsx`];
    expect((await named?.())?.default).toBe((await route.load()).default);
  },
);
