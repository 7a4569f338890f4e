import { useEffect, useState } from 'react';
import { fetchPhoto } from '../api';
import type { UserData } from '../types/wire.gen';
import { unlessLeft } from '../unless-left';
import styles from './dashboard.module.css';

/** Some forms ask for only one of the two names. */
export const nameOf = ({ firstname, lastname }: UserData): string => [firstname, lastname].filter(Boolean).join(' ');

/** Shows the initials while the photo loads or if there is none. */
export function Avatar({ user }: { user: UserData }) {
  const { firstname, lastname, profile_url } = user;
  const photo = usePhoto(profile_url);
  if (photo) return <img src={photo} alt={nameOf(user)} className={styles.photo} width={96} height={120} />;
  return (
    <span className={styles.initials} aria-hidden="true">
      {[firstname, lastname].map((part) => ([...(part ?? '')][0] ?? '').toUpperCase())}
    </span>
  );
}

/** The photo is never stored. The previous photo stays while a new one is loading. */
function usePhoto(handle: string): string | undefined {
  const [photo, setPhoto] = useState<Blob>();
  const [address, setAddress] = useState<string>();
  useEffect(() => unlessLeft(handle ? fetchPhoto() : Promise.resolve(undefined), setPhoto), [handle]);
  useEffect(() => {
    if (!photo) return setAddress(undefined);
    const own = URL.createObjectURL(photo);
    setAddress(own);
    return () => URL.revokeObjectURL(own);
  }, [photo]);
  return address;
}
