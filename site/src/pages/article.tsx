import type { Page } from '../types/content.gen';
import { SheetTitle } from '../ui/sheet-title';

/** A page of Markdown (content/pages/). */
export function Article({ page }: { page: Page }) {
  return (
    <div className="page">
      <SheetTitle number={page.sheet} title={page.title} />
      <div dangerouslySetInnerHTML={{ __html: page.html }} />
    </div>
  );
}
