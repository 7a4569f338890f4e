import { useMe } from './me';
import { checksPeople, pagesFor } from './pages';
import styles from './shortcut-help.module.css';
import * as texts from './texts';
import { Dialog } from './ui/dialog';

/** Lists the keyboard shortcuts and what each does. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { permissions } = useMe();
  const pages = pagesFor(permissions).map(({ key, title }): texts.Shortcut => [['g', key], texts.goTo(title)]);
  const ofPages = permissions.includes('document.check') && checksPeople ? texts.checkShortcuts : [];
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      <dl className={styles.keys}>
        {[...texts.shortcutList, ...ofPages, ...pages].map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
