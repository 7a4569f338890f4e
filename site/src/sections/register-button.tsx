import * as texts from '../texts';
import { type ButtonLook, buttonClasses } from '../ui/button';
import { Invitation } from './invitation';

interface RegisterButtonProps {
  label?: string;
  look?: ButtonLook;
  wide?: boolean;
  className?: string | undefined;
}

/** The way to the tickets as a button. It invites only while something is sold. */
export const RegisterButton = ({ label = texts.registerNow, look, wide, className }: RegisterButtonProps) => (
  <Invitation label={label} className={buttonClasses(look, wide, className)} />
);
