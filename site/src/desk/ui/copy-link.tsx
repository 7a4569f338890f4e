// A link to read out or to copy. The button says that it has copied; where a browser forbids it, the link is selected
// instead.
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import styles from './copy-link.module.css';

export function CopyLink({ link }: { link: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Link copied.');
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid('Your browser did not copy it. The link is selected: copy it with the keyboard.');
    }
  };
  return (
    <div className={styles.copy}>
      <p ref={text} className={styles.link}>
        {link}
      </p>
      <Button look="outline" onClick={copy}>
        Copy link
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
