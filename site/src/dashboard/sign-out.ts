import { signOut as endOnServer } from '../api';
import { eraseDrafts } from '../device/draft';
import { deviceID, forgetDevice, keepDevice } from '../device/known-device';
import { forgetLastBooking } from '../device/last-booking';
import { endSession } from '../device/session';
import { forgetChallenges } from '../sign-in/challenge';
import { forgetTicketPage } from '../ticket/ticket-worker';

/** Deletes personal data from this device even if the server does not answer. */
export async function signOut({ forget = false } = {}): Promise<void> {
  const device = deviceID();
  if (forget) forgetDevice();
  const ended = endOnServer(forget && device ? { forget_device: device } : {}); // first, because it sends the token
  // The server's response makes the browser delete everything that is stored for this site, so store the ID again.
  if (device && !forget) void ended.then(() => deviceID() ?? keepDevice(device));
  forgetChallenges();
  forgetLastBooking();
  eraseDrafts();
  endSession();
  await forgetTicketPage();
}
