// Hydrates the program pages without the header and footer around them.
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, matchPath } from 'react-router';
import { keepLoaded, ProgramPages } from './program';
import { programRoutes } from './routes.gen';

const route = programRoutes.find(({ path }) => matchPath(path, location.pathname));
if (route) {
  keepLoaded(route, (await route.load()).default);
  startTransition(hydrate);
} else {
  location.replace('/404'); // no route matches the address: /event-ticket without an ID
}

function hydrate(): void {
  document.getElementById('not-loaded')?.remove();
  hydrateRoot(
    document.getElementById('app')!,
    <StrictMode>
      <BrowserRouter>
        <ProgramPages />
      </BrowserRouter>
    </StrictMode>,
  );
}
