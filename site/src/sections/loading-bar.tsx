import { useSyncExternalStore } from 'react';
import { isLoading, onLoading } from '../api';
import styles from './loading-bar.module.css';

export function LoadingBar() {
  const loading = useSyncExternalStore(onLoading, isLoading, () => false);
  return <div className={styles.bar} data-loading={loading || undefined} aria-hidden="true" />;
}
