import { useEffect, useState } from 'react';
import { fetchPhoto } from '../api';
import type { UserData } from '../types/wire.gen';
import styles from './dashboard.module.css';

/** The first letters of a person's names. */
const initialsOf = ({ firstname, lastname }: Pick<UserData, 'firstname' | 'lastname'>): string =>
  ([...firstname][0] ?? '').toUpperCase() + ([...lastname][0] ?? '').toUpperCase();

/** The person's photo, or the initials until it is loaded or if there is none. */
export function Avatar({ user }: { user: UserData }) {
  const photo = usePhoto(user.profile_url);
  if (photo)
    return (
      <img
        src={photo}
        alt={`${user.firstname} ${user.lastname}`.trim()}
        className={styles.photo}
        width={96}
        height={120}
      />
    );
  return (
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(user)}
    </span>
  );
}

/** A blob address for the photo, which is never stored. While a new photo loads, the previous one stays. */
function usePhoto(handle: string): string | undefined {
  const [photo, setPhoto] = useState<Blob>();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let left = false;
    const asked = handle ? fetchPhoto() : Promise.resolve(undefined);
    void asked.then((found) => left || setPhoto(found));
    return () => {
      left = true;
    };
  }, [handle]);
  useEffect(() => {
    if (!photo) return setAddress(undefined);
    const own = URL.createObjectURL(photo);
    setAddress(own);
    return () => URL.revokeObjectURL(own);
  }, [photo]);
  return address;
}
