import styles from './prose.module.css';

/** Text from Markdown. The generator made the HTML from files in the repository. */
export const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the generator made it from Markdown without raw HTML
  <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
);
