/** Path data of the fanlight; see fanlight.mjs. */
export interface Fanlight {
  viewBox: string;
  lattice: string;
  frames: string;
  cusps: string;
  mullions: string;
  panes: string[];
  arch: string;
  bar: string;
}

export function fanlight(options?: { radius?: number; sectors?: number; rings?: number; margin?: number }): Fanlight;
