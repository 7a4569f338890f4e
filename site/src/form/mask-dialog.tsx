// Covers part of an identity document before it is uploaded. Visitors move bars by finger, mouse or arrow keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { registration } from '../content';
import * as texts from '../texts';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { anotherBar, type Bar, byKey, covered, firstBar, moved, resized } from './mask';
import styles from './mask-dialog.module.css';
import { type Picture, turned } from './picture';

interface MaskDialogProps {
  picture: Picture;
  onDone(picture: Picture): void;
  onCancel(): void;
}

const maxBars = 6;
const { mask_title, mask_help, mask_confirm } = registration.id_document;

export default function MaskDialog({ picture: original, onDone, onCancel }: MaskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [picture, setPicture] = useState(original);
  const [bars, setBars] = useState<Bar[]>(() => [firstBar(original)]);
  const [checked, setChecked] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);

  const change = (index: number, bar: Bar) => setBars((all) => all.map((old, i) => (i === index ? bar : old)));
  const remove = (index: number) => setBars((all) => all.filter((_, i) => i !== index));
  const turn = () => {
    const next = turned(picture);
    setPicture(next);
    setBars([firstBar(next)]);
  };

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="mask-title"
      aria-describedby="mask-help"
      onClose={onCancel}
    >
      <div className={styles.sheet}>
        <h2 id="mask-title">{mask_title ?? texts.maskTitle}</h2>
        <p id="mask-help" className="muted">
          {mask_help ?? texts.maskHelp} {texts.maskKeys}
        </p>
        <Board picture={picture} bars={bars} change={change} remove={remove} />
        <div className="cluster">
          <Button
            look="outline"
            disabled={bars.length >= maxBars}
            onClick={() => setBars([...bars, anotherBar(picture)])}
          >
            {texts.addBar}
          </Button>
          <Button look="outline" disabled={bars.length === 0} onClick={() => remove(bars.length - 1)}>
            {texts.removeBar}
          </Button>
          <Button look="outline" onClick={turn}>
            {texts.rotate}
          </Button>
        </div>
        <Checkbox
          label={mask_confirm ?? texts.maskConfirm}
          checked={checked}
          onChange={(event) => setChecked(event.target.checked)}
        />
        <div className={`cluster ${styles.actions}`}>
          <Button look="quiet" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button disabled={!checked} onClick={() => onDone(covered(picture, bars))}>
            {texts.usePicture}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

interface BoardProps {
  picture: Picture;
  bars: readonly Bar[];
  change(index: number, bar: Bar): void;
  remove(index: number): void;
}

interface Drag {
  index: number;
  corner: boolean;
  x: number;
  y: number;
  bar: Bar;
}

/** Bars are measured in the picture's own pixels. */
function Board({ picture, bars, change, remove }: BoardProps) {
  const board = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag>(undefined);
  const address = useMemo(() => picture.canvas.toDataURL('image/jpeg', 0.9), [picture]);
  const handle = Math.max(picture.width, picture.height) / 28;

  const start = (index: number, corner: boolean) => (event: PointerEvent<SVGElement>) => {
    const bar = bars[index];
    if (!bar) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { index, corner, x: event.clientX, y: event.clientY, bar };
  };
  const pull = (event: PointerEvent<SVGElement>) => {
    const { current } = drag;
    const onScreen = board.current?.getScreenCTM();
    if (!current || !onScreen) return;
    const scale = 1 / onScreen.a;
    const step = current.corner ? resized : moved;
    change(
      current.index,
      step(current.bar, (event.clientX - current.x) * scale, (event.clientY - current.y) * scale, picture),
    );
  };
  const drop = () => {
    drag.current = undefined;
  };
  const press = (index: number) => (event: KeyboardEvent) => {
    const bar = bars[index];
    if (!bar) return;
    const next = byKey(bar, event.key, event.shiftKey, picture);
    if (next) change(index, next);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the dialog has a name, and a title would show a tooltip
    <svg
      ref={board}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      className={styles.board}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <image href={address} width={picture.width} height={picture.height} />
      {bars.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their position
        <g key={index}>
          {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button element */}
          <rect
            {...bar}
            role="button"
            tabIndex={0}
            aria-label={texts.blackBar(index + 1, bars.length)}
            aria-roledescription={texts.movableBar}
            className={styles.bar}
            onPointerDown={start(index, false)}
            onKeyDown={press(index)}
          />
          <circle
            cx={bar.x + bar.width + handle * 0.7}
            cy={bar.y + bar.height + handle * 0.7}
            r={handle}
            className={styles.corner}
            onPointerDown={start(index, true)}
          />
        </g>
      ))}
    </svg>
  );
}
