import type { Verdict } from './state';

const frame = 'M10 96 V46 A40 40 0 0 1 90 46 V96';

/** The verdict as an arch whose shape can be recognised from three metres away and without colour. */
export function VerdictSign({ kind }: { kind: Verdict['kind'] }) {
  return (
    <svg className="door" viewBox="0 0 100 100" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="8">
      <path d={frame} {...(kind === 'manual' ? { strokeDasharray: '16 10' } : {})} />
      {kind === 'in' && <path d="M30 62 L45 78 L72 42" strokeWidth="10" strokeLinecap="square" />}
      {kind === 'manual' && <path d="M34 92 V60 A16 16 0 1 1 56 74 Q50 78 50 86 M50 92 V97" strokeWidth="9" />}
      {kind === 'out' && <path d="M28 62 H70 M56 46 L72 62 L56 78" strokeWidth="9" />}
      {kind === 'undone' && <path d="M30 62 H70" strokeWidth="10" />}
      {kind === 'ask' && <path d="M10 96 V46 A40 40 0 0 1 50 6 V96 Z" fill="currentColor" stroke="none" />}
      {kind === 'no' && <path d="M2 40 H98 M2 62 H98 M2 84 H98 M36 10 V96 M64 10 V96" strokeWidth="9" />}
    </svg>
  );
}
