import type { HTMLAttributes } from 'react';
import styles from './card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** Which element it is; an article by default. */
  as?: 'article' | 'section' | 'div' | 'li';
}

/** A raised sheet with a hairline border and a heavy line at its head. */
export function Card({ as: Element = 'article', className, ...rest }: CardProps) {
  return <Element {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />;
}
