import { useEffect, useState } from 'react';
import { fetchPhoto } from '../api';
import type { UserData } from '../types/wire.gen';
import styles from './dashboard.module.css';

/** The person's photo, or the initials until it is loaded or if there is none. */
export function Avatar({ user: { firstname, lastname, profile_url } }: { user: UserData }) {
  const photo = usePhoto(profile_url);
  const name = `${firstname} ${lastname}`.trim();
  if (photo) return <img src={photo} alt={name} className={styles.photo} width={96} height={120} />;
  return (
    <span className={styles.initials} aria-hidden="true">
      {[firstname, lastname].map((part) => ([...part][0] ?? '').toUpperCase())}
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
