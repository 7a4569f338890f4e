import { signOut as endOnServer } from '../api';
import { eraseDrafts } from '../registration/draft';
import { forgetChallenges } from './challenge';
import { forgetLastBooking } from './last-booking';
import { endSession } from './session';
import { forgetTicketPage } from './ticket-worker';

/** Ends the session on the server and removes from this device what belongs to the person, whether or not a server answers. */
export async function signOut(): Promise<void> {
  void endOnServer(); // has the token already
  forgetChallenges();
  forgetLastBooking();
  eraseDrafts();
  endSession();
  await forgetTicketPage();
}
