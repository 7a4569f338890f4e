// D-10: prints one person's badge, found by code, or the badges for a list, in the layout set in content/badge.yaml.
import { type CSSProperties, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { event, badge as settings } from '../../content';
import { QRCode } from '../../ticket/qr-code';
import type { DeskBadge, DeskBadgesResponse } from '../../types/wire.gen';
import { Button, buttonClasses } from '../../ui/button';
import { Checkbox, TextField } from '../../ui/field';
import { initials } from '../../ui/initials';
import { call, pictureOf, reasonOf } from '../call';
import { momentOf, number } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { DeskPage } from '../ui/page';
import { Nothing, Shown } from '../ui/states';
import { refresh, useData } from '../use-data';
import styles from './badges.module.css';

export default function Badges() {
  const { search } = useLocation();
  const may = useMay();
  const code = new URLSearchParams(search).get('code') ?? '';
  return (
    <DeskPage number="D-10" title={texts.badges}>
      <div className="no-print">
        <CodeForm code={code} />
        {!search && may('registrations.view') && (
          <p>
            <Link className={buttonClasses('outline')} to="/badges?flag=no-badge&sort=name">
              {texts.badgesToPrint}
            </Link>
          </p>
        )}
      </div>
      {search && <Found key={search} query={code ? '' : search.slice(1)} code={code} />}
    </DeskPage>
  );
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  useEffect(() => setTyped(code), [code]); // another form would lose the focus
  return (
    <form
      className={`row ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(`/badges?code=${encodeURIComponent(typed.trim())}`);
      }}
    >
      <TextField
        label={texts.badgeCode}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" look="outline" disabled={!typed.trim()}>
        {texts.showBadge}
      </Button>
    </form>
  );
}

function Found({ query, code }: { query: string; code: string }) {
  const data = useData<DeskBadgesResponse>('badges', { query, code });
  if (code && data.failed?.problem?.code === 404) return <Nothing title={reasonOf(data.failed)} />;
  return <Shown data={data}>{(found) => <Sheets found={found} isOne={code !== ''} />}</Shown>;
}

function Sheets({ found, isOne }: { found: DeskBadgesResponse; isOne: boolean }) {
  const { search } = useLocation();
  const [onlyNew, setOnlyNew] = useState(!isOne);
  const badges = onlyNew ? found.badges.filter(({ current }) => !current) : found.badges;
  const photos = usePhotos(badges);
  const [failed, setFailed] = useState('');
  usePaper(found);
  const print = async () => {
    const answer = await call('badges-printed', { badges: badges.map(({ id, seat }) => ({ id, seat })) });
    setFailed(answer.ok ? '' : reasonOf(answer));
    if (!answer.ok) return;
    window.print();
    refresh();
  };
  const waiting = badges.filter(({ id, has_photo }) => has_photo && !photos.has(id)).length;
  return (
    <>
      <div className={`no-print ${styles.tools}`}>
        {found.badges.length > 0 && !isOne && (
          <Checkbox
            label={texts.onlyBadgesToPrint}
            checked={onlyNew}
            onChange={({ target }) => setOnlyNew(target.checked)}
          />
        )}
        <p role="status">{waiting > 0 ? texts.photosLoading(number(waiting)) : texts.badgeCount(badges.length)}</p>
        <p role="alert">{failed}</p>
        {found.more && (
          <p>
            {texts.moreBadges(number(new Set(found.badges.map(({ id }) => id)).size))}{' '}
            {search.includes('flag=no-badge') ? (
              texts.nextBadgesFollow
            ) : (
              <Link to={`/badges${search}&flag=no-badge`}>{texts.onlyUnprinted}</Link>
            )}
          </p>
        )}
        {badges.length > 0 && (
          <>
            <Button onClick={print} disabled={waiting > 0}>
              {texts.printBadges(badges.length)}
            </Button>
            <p className="muted">{texts.badgesCounted}</p>
          </>
        )}
      </div>
      {badges.length === 0 && <Nothing title={texts.noBadges}>{texts.noBadgesHelp}</Nothing>}
      <ul
        className={styles.sheet}
        data-sheet={found.sheet}
        data-wide={found.width_mm > found.height_mm || undefined}
        style={sizeOf(found)}
      >
        {badges.map((badge) => (
          <Badge
            key={badge.id + badge.seat}
            badge={badge}
            layout={found}
            photo={badge.has_photo ? photos.get(badge.id) : undefined}
          />
        ))}
      </ul>
    </>
  );
}

const sizeOf = ({ width_mm, height_mm }: DeskBadgesResponse) =>
  ({ '--badge-width': `${width_mm}mm`, '--badge-height': `${height_mm}mm` }) as CSSProperties;

/** Returns the length of the longest word, which determines the size of the name. */
const nameSize = (name: string) =>
  ({ '--letters': Math.max(...name.split(/\s+/).map((word) => [...word].length)) }) as CSSProperties;

interface BadgeProps {
  badge: DeskBadge;
  layout: DeskBadgesResponse;
  photo: string | undefined;
}

function Badge({ badge, layout, photo }: BadgeProps) {
  const { name, lines, category, colour, code, qr, prints, printed } = badge;
  return (
    <li>
      <article className={styles.badge} aria-label={name}>
        {settings?.event && <p className={styles.event}>{event.name}</p>}
        <div className={styles.band} style={{ background: colour, color: isDark(colour) ? '#fff' : '#000' }}>
          {category}
        </div>
        {layout.photo &&
          (photo ? (
            <img className={styles.photo} src={photo} alt="" />
          ) : (
            <p className={styles.photo} aria-hidden="true">
              {initials(name)}
            </p>
          ))}
        <h2 className={styles.name} style={nameSize(name)}>
          {name}
        </h2>
        {lines.map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
        <div className={styles.code}>
          <QRCode text={qr} size={96} label={texts.codeOfBadge(name)} />
          <span>{code}</span>
        </div>
      </article>
      <p className={`no-print ${styles.printed}`}>
        {prints > 0 ? texts.badgePrinted(prints, momentOf(printed)) : texts.badgeNotPrinted}
      </p>
    </li>
  );
}

/** Whether white text is easier to read than black text on this colour, for example "#1f5f5b". */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}

/** How many photos are loaded at a time. */
const atOnce = 4;

/** The loaded photos, keyed by registration; "" for a photo that cannot be loaded. */
function usePhotos(badges: DeskBadge[]): Map<string, string> {
  const [photos, setPhotos] = useState(new Map<string, string>());
  const wanted = badges
    .filter(({ has_photo }) => has_photo)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    const left = wanted.split(' ').filter(Boolean);
    const made: string[] = [];
    let isOver = false;
    const next = async (): Promise<void> => {
      const id = left.shift();
      if (!id || isOver) return;
      const photo = await pictureOf('badge-photo', id);
      if (isOver) return;
      const url = photo ? URL.createObjectURL(photo) : '';
      made.push(url);
      setPhotos((known) => new Map(known).set(id, url));
      return next();
    };
    for (let i = 0; i < atOnce; i++) void next();
    return () => {
      isOver = true;
      for (const url of made) URL.revokeObjectURL(url);
      setPhotos(new Map());
    };
  }, [wanted]);
  return photos;
}

function usePaper({ sheet, width_mm, height_mm }: DeskBadgesResponse): void {
  useEffect(() => {
    const rule = new CSSStyleSheet();
    const size = sheet === 'label' ? `${width_mm}mm ${height_mm}mm` : 'A4';
    rule.replaceSync(`@page { size: ${size}; margin: ${sheet === 'label' ? 0 : '8mm'} }`);
    document.adoptedStyleSheets.push(rule);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rule);
    };
  }, [sheet, width_mm, height_mm]);
}
