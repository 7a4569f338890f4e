import type { ReactNode } from 'react';
import styles from './logo-link.module.css';

/** A logo, which is a link if its owner has a website. */
export const LogoLink = ({ url, children }: { url: string | undefined; children: ReactNode }) =>
  url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children}
    </a>
  ) : (
    children
  );
