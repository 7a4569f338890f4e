// The house colours and the grounds on which a drawing can lie.

export const ink = '#1B1A17';
export const plaster = '#FBF8F2';
const sandstone = '#EFE4D0';
export const lake = '#0F4C4A';
const gerua = '#A83F24';
export const marigold = '#E3A82B';

/** A ground: the paper, the line on it, a tone between both and the one accent. */
export const grounds = {
  day: { paper: plaster, line: ink, tone: sandstone, accent: gerua },
  water: { paper: plaster, line: ink, tone: '#DCE6E1', accent: lake },
  stone: { paper: sandstone, line: ink, tone: '#E0CFB1', accent: gerua },
  night: { paper: ink, line: '#F3EADB', tone: '#2B2A26', accent: marigold },
  lake: { paper: '#0D3F3D', line: '#F3EADB', tone: '#13504D', accent: marigold },
};
