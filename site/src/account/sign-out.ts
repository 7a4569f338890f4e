import { signOut as endOnServer } from '../api';
import { eraseDrafts } from '../registration/draft';
import { forgetChallenges } from './challenge';
import { deviceID, forgetDevice, keepDevice } from './device';
import { forgetLastBooking } from './last-booking';
import { endSession } from './session';
import { forgetTicketPage } from './ticket-worker';

/**
 * Ends the session on the server and removes from this device what belongs to the person, whether or not a server answers.
 * The server goes on knowing the device, unless it is to be forgotten.
 */
export async function signOut({ forget = false } = {}): Promise<void> {
  const device = deviceID();
  if (forget) forgetDevice();
  const ended = endOnServer(forget && device ? { forget_device: device } : {}); // has the token already
  // The answer makes the browser clear all that is stored for this origin.
  if (device && !forget) void ended.then(() => deviceID() ?? keepDevice(device));
  forgetChallenges();
  forgetLastBooking();
  eraseDrafts();
  endSession();
  await forgetTicketPage();
}
