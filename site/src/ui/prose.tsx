import styles from './prose.module.css';

/** Text from Markdown. The generator made the HTML from files in the repository. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the generator made it from Markdown without raw HTML
    <div className={[styles.prose, className].filter(Boolean).join(' ')} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
