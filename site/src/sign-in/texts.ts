// A separate file, so that the registration form does not load these texts.
import { plural } from '../plural.ts';

export const codeSentBefore = (minutes: number) =>
  `If this address is registered, we emailed a code ${plural(minutes, 'a minute', `${minutes} minutes`)} ago. ` +
  'Enter the newest code.';
export const resendIn = (time: string) =>
  `No email? We send codes only to registered addresses. You can request another code in ${time}.`;
