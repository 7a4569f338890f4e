import { event } from '../content';
import type { Phase } from '../phase';
import type { Sheet } from '../types/content.gen';
import { registerLink } from './register-link';

/** Undefined for sheets with a single title. */
export function phasedTitles(sheet: Pick<Sheet, 'route' | 'title'>): Record<Phase, string> | undefined {
  if (sheet.route !== new URL(registerLink, 'https://localhost').pathname.replace(/\/$/, '')) return undefined;
  return { open: sheet.title, closed: event.after_deadline.title, over: event.after_event.title };
}
