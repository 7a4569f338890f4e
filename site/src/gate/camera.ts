// The camera and the worker that reads its pictures. The worker gets no picture while a code is being decided, because
// reading the same code again would delay the verdict.

import type { ReaderMessage } from './code-reader';
import { workerAddress } from './service-worker';
import * as texts from './texts';

const minPauseMs = 60;
/** A reader that does not answer for this long has crashed. Reading a picture usually takes a tenth of a second. */
const silenceMs = 4000;

export interface Lens {
  id: string;
  name: string;
}

const outward = { facingMode: { ideal: 'environment' } };

export class Camera {
  private worker: Worker | undefined;
  private stream: MediaStream | undefined;
  private ready = false;
  private deaths = 0;
  private busy = false;
  private deciding = false;
  /** Whether there is a picture that has not been read yet. */
  private fresh = false;
  private last = 0;
  private alive = true;

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly onCode: (text: string) => Promise<void>,
    private readonly onBroken: (reason: string) => void,
  ) {}

  /** Throws an error with a message for the screen. */
  async start(id?: string): Promise<void> {
    this.startReader();
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const which = id ? { deviceId: { exact: id } } : outward;
    const open = (video: MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ video, audio: false });
    try {
      if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError');
      this.stream = await open({ ...which, ...size }).catch((reason: DOMException) =>
        id && reason.name === 'OverconstrainedError' ? open({ ...outward, ...size }) : Promise.reject(reason),
      );
    } catch (reason) {
      throw new Error(texts.cameraErrors[(reason as DOMException).name] ?? texts.cameraFailed);
    }
    if (!this.alive) return this.stop();
    this.track()?.addEventListener('ended', () => this.onBroken(texts.cameraTaken));
    this.video.srcObject = this.stream ?? null;
    document.addEventListener('visibilitychange', this.play);
    await this.video.play();
    this.next();
  }

  /** Some browsers pause the video while the page is hidden. */
  private play = () => {
    if (document.visibilityState === 'visible') this.video.play().catch(() => undefined);
  };

  private startReader(): void {
    if (this.worker) return;
    this.worker = new Worker(workerAddress() as string);
    this.worker.onerror = () => this.onBroken(texts.readerFailed);
    this.worker.onmessage = ({ data }: MessageEvent<ReaderMessage>) => {
      if ('ready' in data) this.ready = true;
      else {
        this.busy = false;
        this.deaths = 0;
        if (data.text && this.alive) this.decide(data.text);
        else this.look();
      }
    };
  }

  private decide(text: string): void {
    this.deciding = true;
    void this.onCode(text).finally(() => {
      this.deciding = false;
    });
  }

  private replaceReader(): void {
    this.endReader();
    this.deaths++;
    if (this.deaths > 1) this.onBroken(texts.readerStopped);
    else this.startReader();
  }

  private endReader(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    this.busy = false;
  }

  private next(): void {
    if (!this.alive) return;
    if ('requestVideoFrameCallback' in this.video) this.video.requestVideoFrameCallback(() => this.frame());
    else setTimeout(() => this.frame(), minPauseMs);
  }

  private frame(): void {
    this.fresh = true;
    if (this.busy && this.ready && performance.now() - this.last > silenceMs) this.replaceReader();
    this.look();
    this.next();
  }

  private look(): void {
    const now = performance.now();
    const isFree = this.alive && !this.busy && !this.deciding && now - this.last >= minPauseMs;
    if (!isFree || !this.fresh || this.video.readyState < 2) return;
    this.busy = true;
    this.fresh = false;
    this.last = now;
    this.picture().then(
      (frame) => this.worker?.postMessage({ frame }, [frame]),
      () => {
        this.busy = false;
      },
    );
  }

  private async picture(): Promise<VideoFrame | ImageBitmap> {
    if (typeof VideoFrame === 'function') {
      try {
        return new VideoFrame(this.video);
      } catch {
        // This browser cannot make a VideoFrame from the video.
      }
    }
    return createImageBitmap(this.video);
  }

  /** Browsers reveal the cameras' names only once a camera is open. */
  async lenses(): Promise<Lens[]> {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId, label }, i) => ({ id: deviceId, name: label || texts.cameraNumber(i + 1) }));
  }

  hasTorch = () => Boolean((this.track()?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch);

  torch = (on: boolean) => this.track()?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });

  private track = () => this.stream?.getVideoTracks()[0];

  stop(): void {
    this.alive = false;
    document.removeEventListener('visibilitychange', this.play);
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.endReader();
  }
}
