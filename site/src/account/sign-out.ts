import { signOut as endOnServer } from '../api';
import { keepChallenge } from './challenge';
import { forgetLastBooking } from './last-booking';
import { endSession } from './session';
import { forgetTicketPage } from './ticket-worker';

/** Ends the session on the server and removes from this device what belongs to the person. Works offline as well. */
export async function signOut(): Promise<void> {
  const ended = endOnServer();
  keepChallenge(undefined);
  forgetLastBooking();
  await forgetTicketPage();
  await ended;
  endSession();
}
