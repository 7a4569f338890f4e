// The program pages come alive. The frame around them is plain HTML and stays so.
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, matchPath } from 'react-router';
import { keepLoaded, ProgramPages } from './program';
import { programRoutes } from './routes.gen';

const route = programRoutes.find(({ path }) => matchPath(path, location.pathname));
if (route) {
  keepLoaded(route, (await route.load()).default);
  startTransition(comeAlive);
} else {
  location.replace('/404'); // a server has answered an address of no page: a ticket's without its id
}

function comeAlive(): void {
  hydrateRoot(
    document.getElementById('app')!,
    <StrictMode>
      <BrowserRouter>
        <ProgramPages />
      </BrowserRouter>
    </StrictMode>,
  );
}
