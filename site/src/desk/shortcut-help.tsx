import { useMe } from './me';
import { roomsFor } from './pages';
import styles from './shortcut-help.module.css';
import { Dialog } from './ui/dialog';

/** The keys, each with what it does. */
export function Help({ onClose }: { onClose: () => void }) {
  const { permissions } = useMe();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={styles.keys}>
        <Key keys={['/']}>search people</Key>
        <Key keys={['Enter']}>in the search: the list, or the only one who is found</Key>
        <Key keys={['↓']}>in the search: the first of the list</Key>
        <Key keys={['?']}>this list</Key>
        <Key keys={['Esc']}>close what is open</Key>
        <Key keys={['↑', '↓']}>up and down in a list</Key>
        <Key keys={['Enter']}>open the row</Key>
        {roomsFor(permissions).map(({ key, title }) => (
          <Key key={title} keys={['g', key!]}>
            go to {title}
          </Key>
        ))}
      </dl>
    </Dialog>
  );
}

function Key({ keys, children }: { keys: string[]; children: React.ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
