let audio: AudioContext | undefined;

const resume = () => void audio?.resume().catch(() => undefined);

/** Browsers allow sound only after a press, such as the one that starts the camera. */
export function allowSound(): void {
  if (!audio) {
    audio = new AudioContext();
    addEventListener('pointerdown', resume);
    document.addEventListener('visibilitychange', resume);
  }
  resume();
}

const tones = {
  in: [660, 990],
  manual: [660, 520, 660],
  out: [990, 660],
  undone: [990, 660],
  ask: [520, 520],
  no: [170],
} as const;

const vibrations = {
  in: [80],
  manual: [80, 80, 80, 80, 80],
  out: [80],
  undone: [80],
  ask: [120, 80, 120],
  no: [500],
} as const;

export function signal(kind: keyof typeof tones): void {
  navigator.vibrate?.([...vibrations[kind]]);
  if (audio?.state !== 'running') return;
  const context = audio;
  tones[kind].forEach((pitch, i) => {
    const at = context.currentTime + i * 0.14;
    const long = kind === 'no' ? 0.6 : 0.12;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = kind === 'no' ? 'square' : 'sine';
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.35, at);
    loudness.gain.setTargetAtTime(0, at + long * 0.8, 0.02);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + long + 0.1);
  });
}

/** The browser releases the wake lock whenever the page is hidden. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    // The lock may be granted after the work has ended.
    if (over) void lock?.release();
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}

/** Runs `work` once the verdict has been painted, or at once on a hidden page, which paints nothing. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work, 50));
  else work();
}
