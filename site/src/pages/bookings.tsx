import { Navigate, useLocation } from 'react-router';
import { associateTicket, sheetOf, tickets } from '../content';
import { useHydrated } from '../device/use-hydrated';
import { RegistrationForm } from '../registration/registration-form';
import { WhileOnSale } from '../registration/sales';
import { SelectedTicket } from '../registration/selected-ticket';
import { registerLink } from '../sections/register-link';
import { Shell, Waiting } from '../sections/shell';
import * as texts from '../texts';
import { SheetTitle } from '../ui/sheet-title';

/** The ticket is in the navigation state; without a ticket, the visitor is sent to the tickets page. */
export default function BookingsPage() {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const category = categoryOf(state);

  if (!hydrated) return <Waiting />;
  if (!category) return <Navigate to={registerLink} replace />;
  if (category === associateTicket) return <Navigate to="/industry-associates-registration" replace />;
  return (
    <Shell>
      <SheetTitle {...sheetOf('/bookings')} />
      <SelectedTicket category={category}>
        {tickets.categories.length > 1 && <a href={registerLink}>{texts.chooseAnotherTicket}</a>}
      </SelectedTicket>
      <WhileOnSale category={category}>
        <RegistrationForm key={category.id} category={category} />
      </WhileOnSale>
    </Shell>
  );
}

/** The history state survives a reload and may contain anything. */
function categoryOf(state: unknown) {
  const chosen = (state as { ticketId?: unknown } | null)?.ticketId;
  if (chosen === undefined || chosen === null || chosen === '') return undefined;
  return tickets.categories.find((category) => category.id === Number(chosen));
}
