import type { ReactNode } from 'react';
import styles from './logo-link.module.css';

/** A logo, and a link if its owner has an address. */
export const LogoLink = ({ url, children }: { url: string | undefined; children: ReactNode }) =>
  url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children}
    </a>
  ) : (
    children
  );
