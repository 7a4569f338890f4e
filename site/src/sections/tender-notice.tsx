import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isNamedFor } from '../asked-fields';
import { brand, registration, tickets } from '../content';
import { useHydrated } from '../device/use-hydrated';
import { usePrices, useSalesState } from '../device/use-time';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { Loading } from '../ui/loading';
import { LaterPrices } from './later-prices';
import { Phased } from './phased';
import styles from './tender-notice.module.css';
import { usePause } from './use-pause';

/** A category as a tender notice: who it is for, what it includes, its price, and whether it is on sale. */
export function TenderNotice({ category }: { category: Category }) {
  const { prices, later } = usePrices(category);
  const { alone, with_spouse } = prices;
  const title = `category-${category.id}`;
  const taxed = tickets.gst_percent > 0;
  return (
    <article className={styles.notice} aria-labelledby={title} data-plan={category.id}>
      <div className={styles.who}>
        <h2 id={title}>{category.name}</h2>
        {category.subTitle && <p className="accent">{category.subTitle}</p>}
        {category.description && <p>{category.description}</p>}
      </div>
      <div className={styles.what}>
        {category.features && (
          <ul>
            {category.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        {category.disclaimer && <p className={styles.disclaimer}>{category.disclaimer}</p>}
      </div>
      <div className={styles.price}>
        <p className={styles.net}>
          <strong>{alone.display_net}</strong> {tickets.gst_label}
        </p>
        <LaterPrices later={later} />
        <Facts
          of={[
            [texts.gst(tickets.gst_percent), taxed && alone.display_gst],
            [texts.total, taxed && alone.display_total],
            [
              taxed ? texts.totalWithSpouseAndGST : texts.totalWithSpouse,
              isNamedFor('spouse', registration, category) && with_spouse.display_total,
            ],
          ]}
        />
        <Sale category={category} />
      </div>
    </article>
  );
}

function Sale({ category }: { category: Category }) {
  const hydrated = useHydrated();
  const state = useSalesState(category.sales);
  const paused = usePause(category.type);
  if (state === 'open' && !paused) return <Start category={category} />;
  const until = texts.registrationsUntil(category.sales.display_closes_at);
  const label = { open: texts.paused, closed: tickets.closed_label, not_yet: texts.opensSoon }[state];
  return (
    <div className={`${styles.sale} ${hydrated ? '' : styles.unknown}`}>
      <Button wide disabled>
        {label}
      </Button>
      {paused && state === 'open' ? (
        <p role="status">{paused}</p>
      ) : (
        <p>
          <Phased open={until} then="banner" />
        </p>
      )}
      {!hydrated && <Loading />}
    </div>
  );
}

/** A press before hydration counts, too (loader.ts). */
function Start({ category }: { category: Category }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const start = () => navigate('/bookings', { state: { ticketId: category.id } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (form.current?.dataset.sent !== undefined) start();
  }, []);
  // The method "dialog" keeps the browser from submitting the form before hydration.
  return (
    <form
      ref={form}
      method="dialog"
      className={styles.sale}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
      suppressHydrationWarning
    >
      <Button wide type="submit">
        {brand.words.register_now}
        <span className="unseen">: {category.name}</span>
      </Button>
      <p>{texts.openUntil(category.sales.display_closes_at)}</p>
    </form>
  );
}
