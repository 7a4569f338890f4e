import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Options } from '../ui/options';
import { Camera, type Lens } from './camera';
import { allowSound, stayAwake } from './feedback';
import { gate } from './gate';
import { Alert, Big } from './parts';
import * as texts from './texts';

function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const camera = useRef<Camera>(undefined);
  const [on, setOn] = useState(false);
  const [message, setMessage] = useState('');
  const [lenses, setLenses] = useState<Lens[]>([]);
  const [light, setLight] = useState<boolean>();

  useEffect(() => () => camera.current?.stop(), []);
  useEffect(() => {
    gate.watch(on);
    return on ? stayAwake() : undefined;
  }, [on]);

  const stop = () => {
    camera.current?.stop();
    camera.current = undefined;
    setOn(false);
  };
  const start = async (id?: string) => {
    allowSound();
    setMessage('');
    camera.current?.stop();
    // The button may be pressed again before this camera has started or failed.
    const isCurrent = () => camera.current === next;
    const failed = (sentence: string) => {
      next.stop();
      if (!isCurrent()) return;
      setOn(false);
      setMessage(sentence);
    };
    const next = new Camera(video.current!, (text) => gate.admission.code(text, 'camera'), failed);
    camera.current = next;
    try {
      await next.start(id ?? gate.camera());
      if (!isCurrent()) return;
      setOn(true);
      setLenses(await next.lenses());
      setLight(next.hasTorch() ? false : undefined);
    } catch (reason) {
      failed((reason as Error).message);
    }
  };
  /** The button shows the real state of the light, because switching it can fail. */
  const shine = async (wanted: boolean) => {
    try {
      await camera.current?.torch(wanted);
      setLight(wanted);
    } catch {
      setMessage(texts.lightFailed);
    }
  };
  return { on, message, lenses, light, start, stop, shine };
}

/** The camera's picture and buttons. */
export const CameraView = memo(function CameraView() {
  const video = useRef<HTMLVideoElement>(null);
  const { on, message, start, stop, ...lens } = useCamera(video);
  return (
    <section className="eye" aria-label={texts.camera}>
      <video ref={video} muted playsInline data-on={on} aria-label={texts.cameraPicture} />
      <Big key={String(on)} className={on ? 'stop' : 'start'} onClick={() => (on ? stop() : start())}>
        {on ? texts.stop : texts.startScanning}
      </Big>
      <Alert>{message}</Alert>
      {on && <LensChoice {...lens} start={start} />}
    </section>
  );
});

type LensChoiceProps = Pick<ReturnType<typeof useCamera>, 'lenses' | 'light' | 'shine' | 'start'>;

function LensChoice({ lenses, light, shine, start }: LensChoiceProps) {
  if (lenses.length < 2 && light === undefined) return null;
  return (
    <div className="lens">
      {light !== undefined && (
        <Big aria-pressed={light} onClick={() => shine(!light)}>
          {texts.light}
        </Big>
      )}
      {lenses.length > 1 && (
        <label>
          <span className="unseen">{texts.camera}</span>
          <select
            onChange={({ target }) => {
              void gate.choose({ camera: target.value });
              void start(target.value);
            }}
            defaultValue={gate.camera()}
          >
            <Options of={lenses.map(({ id, name }) => [id, name])} />
          </select>
        </label>
      )}
    </div>
  );
}
