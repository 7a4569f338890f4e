import { brand, contactLink } from '../content';
import * as texts from '../texts';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** The page for addresses that do not exist. */
export default function NotFound() {
  return (
    <div className="page">
      <EmptyState
        level={1}
        title={brand.words.page_not_found}
        actions={
          <>
            <LinkButton href="/">{texts.home}</LinkButton>
            <LinkButton href={contactLink()} look="outline">
              {texts.contact}
            </LinkButton>
          </>
        }
      >
        <p>{texts.pageNotFoundHelp}</p>
      </EmptyState>
    </div>
  );
}
