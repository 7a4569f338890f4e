import type { ComponentProps } from 'react';
import { LinkButton } from '../ui/button';
import { Phased } from './phased';
import { registerLink } from './register-link';

/** The way to the tickets. It invites only while something is sold. */
export const RegisterButton = ({
  label = 'Register Now',
  className = '',
  ...rest
}: Omit<ComponentProps<typeof LinkButton>, 'href'> & { label?: string }) => (
  <LinkButton {...rest} className={`invitation ${className}`} href={registerLink}>
    <Phased open={label} then="action" />
  </LinkButton>
);
