import type { ComponentProps } from 'react';
import { event } from '../content';
import { Phased } from './phased';
import { registerLink } from './register-link';

/** Leads to the tickets page or, after the event, to the address set in the content (phase.ts). */
export function Invitation({ label, className = '', ...rest }: ComponentProps<'a'> & { label: string }) {
  const { link, action } = event.after_event;
  return (
    <>
      <a {...rest} className={`${className} invitation ${link ? 'until-over' : ''}`} href={registerLink}>
        <Phased open={label} then="action" />
      </a>
      {link && (
        <a {...rest} className={`${className} in-over`} href={link}>
          {action}
        </a>
      )}
    </>
  );
}
