import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const frames: unknown[] = [];
const watched: Element[] = [];
let painted = () => {};

beforeEach(() => {
  vi.resetModules();
  frames.length = 0;
  watched.length = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: unknown) => frames.push(frame));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (element: Element) => watched.push(element);
    },
  );
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(found: () => void) {
        painted = found;
      }
      observe() {}
    },
  );
  vi.spyOn(console, 'error').mockImplementation(() => {}); // jsdom cannot reload a page, and logs an error
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<title></title><script data-loader data-guarded data-turns="1 2 3" data-program="/main.js"></script>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  delete (document as { prerendering?: boolean }).prerendering;
  history.replaceState(null, '', '/');
});

test('a visitor who is signed out is sent away from a guarded page, and its program does not start', async () => {
  history.replaceState(null, '', '/dashboard#tickets');
  await import('./loader');
  expect([location.pathname, history.state]).toEqual(['/login', { from: '/dashboard#tickets' }]);
  expect(frames).toHaveLength(0);
});

test('a visitor who is signed in stays, and the program starts', async () => {
  localStorage.setItem('signed_in', '1');
  history.replaceState(null, '', '/dashboard');
  await import('./loader');
  expect(location.pathname).toBe('/dashboard');
  expect(frames).toHaveLength(1);
});

test.each([false, true])(
  'in a background tab the program starts, unless the page is rendered in advance (%s)',
  async (ahead) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    Object.assign(document, { prerendering: ahead });
    localStorage.setItem('signed_in', '1');
    await import('./loader');
    expect(document.querySelectorAll('link[href="/main.js"]')).toHaveLength(ahead ? 0 : 1);
  },
);

test('an island loads only after the first paint, so that it does not delay the first picture', async () => {
  document.body.innerHTML =
    '<title></title><script data-loader data-turns="1 2 3"></script><p data-island="/a.js"></p>';
  await import('./loader');
  expect(watched).toEqual([]);
  painted();
  expect(watched).toEqual([...document.querySelectorAll('[data-island]')]);
});
