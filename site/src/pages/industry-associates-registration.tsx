import { brand, associateTicket as category, sheetOf } from '../content';
import { useHydrated } from '../device/use-hydrated';
import { RegistrationForm } from '../registration/registration-form';
import { WhileOnSale } from '../registration/sales';
import { SelectedTicket } from '../registration/selected-ticket';
import { Shell, Waiting } from '../sections/shell';
import { LinkButton } from '../ui/button';
import { SheetTitle } from '../ui/sheet-title';

/** /industry-associates-registration: the associates' ticket and its form. */
export default function AssociatesPage() {
  const hydrated = useHydrated();
  const sheet = sheetOf('/industry-associates-registration');
  if (!category) return null;
  return (
    <Shell>
      <SheetTitle {...sheet} lead={sheet?.description} />
      <SelectedTicket category={category}>
        <LinkButton href="#registrationForm" className="in-open">
          {brand.words.reserve_spot}
        </LinkButton>
      </SelectedTicket>
      {hydrated ? (
        <WhileOnSale category={category}>
          <RegistrationForm category={category} />
        </WhileOnSale>
      ) : (
        <Waiting />
      )}
    </Shell>
  );
}
