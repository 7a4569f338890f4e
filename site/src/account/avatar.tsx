import type { UserData } from '../types/wire.gen';
import styles from './account.module.css';

/** The first letters of a person's names. */
export const initialsOf = ({ firstname, lastname }: Pick<UserData, 'firstname' | 'lastname'>): string =>
  ([...firstname][0] ?? '').toUpperCase() + ([...lastname][0] ?? '').toUpperCase();

/** The person's photo, or the initials where there is none to show. */
export function Avatar({ user }: { user: UserData }) {
  const name = `${user.firstname} ${user.lastname}`.trim();
  if (/^(https:|\/(?!\/))/.test(user.profile_url)) {
    return <img src={user.profile_url} alt={`Photo of ${name}`} className={styles.photo} width={128} height={128} />;
  }
  return (
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(user)}
    </span>
  );
}
