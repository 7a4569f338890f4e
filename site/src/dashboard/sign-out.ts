import { signOut as endOnServer } from '../api';
import { eraseDrafts } from '../device/draft';
import { deviceID, forgetDevice, keepDevice } from '../device/known-device';
import { forgetLastBooking } from '../device/last-booking';
import { endSession } from '../device/session';
import { forgetChallenges } from '../sign-in/challenge';
import { forgetTicketPage } from '../ticket/ticket-worker';

/**
 * Ends the session on the server and removes from this device what belongs to the person, whether or not a server
 * answers. The server goes on knowing the device, unless it is to be forgotten.
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
