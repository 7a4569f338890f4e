// A link with a button that copies it. If the browser does not allow copying, the link is selected instead.
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import * as texts from '../texts';
import styles from './copy-link.module.css';

export function CopyLink({ link }: { link: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setResult(texts.linkCopied);
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setResult(texts.linkNotCopied);
    }
  };
  return (
    <div className="row">
      <p ref={text} className={styles.link}>
        {link}
      </p>
      <Button look="outline" onClick={copy}>
        {texts.copyLink}
      </Button>
      <p role="status">{result}</p>
    </div>
  );
}
