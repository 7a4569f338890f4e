import { brand } from '../content';
import { type ButtonLook, buttonClasses } from '../ui/button';
import { Invitation } from './invitation';

interface RegisterButtonProps {
  label?: string;
  look?: ButtonLook;
  wide?: boolean;
  className?: string | undefined;
}

/** The button to the tickets page, which invites visitors only while tickets are on sale. */
export const RegisterButton = ({ label = brand.words.register_now, look, wide, className }: RegisterButtonProps) => (
  <Invitation label={label} className={buttonClasses(look, wide, className)} />
);
