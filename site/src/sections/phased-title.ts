// The title of the one page whose name invites: it says in every phase what its heading says.
import { event } from '../content';
import type { Phase } from '../phase';
import type { Sheet } from '../types/content.gen';
import { registerLink } from './register-link';

/** The names of a sheet that is called otherwise when nothing is sold any more; undefined for all others. */
export function phasedTitles(sheet: Pick<Sheet, 'route' | 'title'>): Record<Phase, string> | undefined {
  if (sheet.route !== new URL(registerLink, 'https://localhost').pathname.replace(/\/$/, '')) return undefined;
  return { open: sheet.title, closed: event.after_deadline.title, over: event.after_event.title };
}
