import type { ReactNode } from 'react';
import { Banner } from './banner';
import { Footer } from './footer';
import { Header } from './header';
import { Partners } from './partners';

/** What the frame must know of the page inside it. */
export interface FramePage {
  path: string;
  title: string;
  sheet: string;
}

/** What every page has around it. It is plain HTML and is never hydrated. */
export function Frame({ page, children }: { page: FramePage; children: ReactNode }) {
  return (
    <>
      <Header current={page.path} />
      <Banner />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Partners />
      <Footer page={page} />
    </>
  );
}
