import { memo, useEffect, useRef, useState } from 'react';
import { Camera, type Lens } from './camera';
import type { Engine } from './engine';
import { allowSound, stayAwake } from './feedback';

/** The camera. It starts by a press, which also allows sound. */
export const Eye = memo(function Eye({ engine }: { engine: Engine }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>(undefined);
  const [on, setOn] = useState(false);
  const [told, setTold] = useState('');
  const [lenses, setLenses] = useState<Lens[]>([]);
  const [light, setLight] = useState<boolean>();

  useEffect(() => () => camera.current?.stop(), []);
  useEffect(() => {
    engine.watch(on);
    return on ? stayAwake() : undefined;
  }, [engine, on]);

  const start = async (id?: string) => {
    allowSound();
    setTold('');
    camera.current?.stop();
    const failed = (sentence: string) => {
      next.stop();
      setOn(false);
      setTold(sentence);
    };
    const next = new Camera(video.current!, (text) => engine.code(text, 'camera'), failed);
    camera.current = next;
    try {
      await next.start(id ?? engine.camera());
      setOn(true);
      setLenses(await next.lenses());
      setLight(next.hasTorch() ? false : undefined);
    } catch (reason) {
      failed((reason as Error).message);
    }
  };

  /** The button says what the lamp does, which may refuse. */
  const shine = async (wanted: boolean) => {
    try {
      await camera.current?.torch(wanted);
      setLight(wanted);
    } catch {
      setTold('The light of this camera cannot be switched now.');
    }
  };

  return (
    <section className="eye" aria-label="Camera">
      <video ref={video} muted playsInline data-on={on} aria-label="What the camera sees" />
      {!on && (
        <button type="button" className="big start" onClick={() => start()}>
          Start scanning
        </button>
      )}
      {on && (
        <button
          type="button"
          className="big stop"
          onClick={() => {
            camera.current?.stop();
            setOn(false);
          }}
        >
          Stop
        </button>
      )}
      {told && (
        <p className="told" role="alert">
          {told}
        </p>
      )}
      {on && (lenses.length > 1 || light !== undefined) && (
        <div className="lens">
          {light !== undefined && (
            <button type="button" className="big" aria-pressed={light} onClick={() => shine(!light)}>
              Light
            </button>
          )}
          {lenses.length > 1 && (
            <label>
              <span className="unseen">Camera</span>
              <select
                onChange={(event) => {
                  void engine.choose({ camera: event.target.value });
                  void start(event.target.value);
                }}
                defaultValue={engine.camera()}
              >
                {lenses.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
    </section>
  );
});
