// Portraits of nobody: busts without features, shaded like an engraving, each before a piece of architecture; and niches
// for people who are named but of whom no picture may be invented.

import { courses, cuspedArch, pointedArch, roundArch, starLattice } from './masonry.mjs';
import { grounds } from './palette.mjs';
import { box, circle, poly, range, Sheet, seg } from './sheet.mjs';

const [W, H, cx, top] = [1200, 1500, 600, 430];
const papers = ['#EFE4D0', '#FBF8F2', '#DCE6E1', '#F3DFD3', '#F6E9C9'];
const cloths = ['#0F4C4A', '#A83F24', '#1B1A17', '#E3A82B', '#FBF8F2', '#5E6B5A', '#7C4A3A'];
const arches = [roundArch, pointedArch, cuspedArch];

const head = `M${cx - 158} ${top + 190}C${cx - 170} ${top - 10} ${cx - 90} ${top - 40} ${cx} ${top - 40}C${cx + 90} ${top - 40} ${cx + 170} ${top - 10} ${cx + 158} ${top + 190}C${cx + 150} ${top + 330} ${cx + 76} ${top + 425} ${cx} ${top + 425}C${cx - 76} ${top + 425} ${cx - 150} ${top + 330} ${cx - 158} ${top + 190}Z`;
const neck = `M${cx - 82} ${top + 350}V${top + 500}Q${cx} ${top + 590} ${cx + 82} ${top + 500}V${top + 350}Z`;
const shoulders = `M130 ${H}C140 1180 220 1075 ${cx - 150} 985Q${cx - 90} 960 ${cx - 84} ${top + 490}Q${cx} ${top + 600} ${cx + 84} ${top + 490}Q${cx + 90} 960 ${cx + 150} 985C980 1075 1060 1180 1070 ${H}Z`;

/** Hair by style: what lies behind the head and what lies over it. */
const hairs = [
  {
    over: `M${cx - 170} ${top + 190}C${cx - 210} ${top - 110} ${cx - 60} ${top - 120} ${cx + 30} ${top - 104}C${cx + 190} ${top - 90} ${cx + 196} ${top + 60} ${cx + 166} ${top + 190}C${cx + 156} ${top + 110} ${cx + 120} ${top + 50} ${cx + 30} ${top + 54}C${cx - 70} ${top + 60} ${cx - 140} ${top + 70} ${cx - 170} ${top + 190}Z`,
  },
  {
    behind: `M${cx - 186} ${top + 100}C${cx - 210} ${top - 120} ${cx + 210} ${top - 120} ${cx + 186} ${top + 100}C${cx + 200} ${top + 320} ${cx + 250} ${top + 480} ${cx + 210} ${top + 640}H${cx - 210}C${cx - 250} ${top + 480} ${cx - 200} ${top + 320} ${cx - 186} ${top + 100}Z`,
    over: `M${cx - 176} ${top + 240}C${cx - 204} ${top - 90} ${cx - 50} ${top - 100} ${cx - 14} ${top - 92}C${cx - 30} ${top + 40} ${cx - 120} ${top + 70} ${cx - 176} ${top + 240}ZM${cx + 176} ${top + 240}C${cx + 204} ${top - 90} ${cx + 50} ${top - 108} ${cx - 14} ${top - 92}C${cx + 20} ${top + 30} ${cx + 130} ${top + 90} ${cx + 176} ${top + 240}Z`,
  },
  {
    behind: circle(cx + 20, top - 122, 92),
    over: `M${cx - 172} ${top + 210}C${cx - 200} ${top - 90} ${cx - 80} ${top - 96} ${cx} ${top - 96}C${cx + 90} ${top - 96} ${cx + 200} ${top - 90} ${cx + 172} ${top + 210}C${cx + 150} ${top + 60} ${cx + 70} ${top + 20} ${cx} ${top + 10}C${cx - 70} ${top + 20} ${cx - 150} ${top + 60} ${cx - 172} ${top + 210}Z`,
  },
  {
    behind: `M${cx - 190} ${top + 60}C${cx - 200} ${top - 130} ${cx + 200} ${top - 130} ${cx + 190} ${top + 60}L${cx + 206} ${top + 380}Q${cx} ${top + 420} ${cx - 206} ${top + 380}Z`,
    over: `M${cx - 188} ${top + 330}C${cx - 214} ${top - 90} ${cx - 60} ${top - 108} ${cx + 60} ${top - 96}C${cx + 206} ${top - 70} ${cx + 200} ${top + 200} ${cx + 188} ${top + 330}C${cx + 150} ${top + 200} ${cx + 150} ${top + 120} ${cx + 90} ${top + 70}C${cx - 20} ${top + 110} ${cx - 130} ${top + 90} ${cx - 150} ${top + 200}Q${cx - 160} ${top + 270} ${cx - 188} ${top + 330}Z`,
  },
  {
    over:
      range(19, (i) => {
        const t = Math.PI * (1.08 - (i / 18) * 1.16);
        return circle(cx + Math.cos(t) * 158, top + 92 - Math.sin(t) * 138, 56 - Math.abs(i - 9) * 1.6);
      }).join('') + range(9, (i) => circle(cx - 110 + i * 27, top - 6 - Math.sin((i / 8) * Math.PI) * 30, 48)).join(''),
  },
  {
    over: `M${cx - 172} ${top + 230}C${cx - 196} ${top + 120} ${cx - 176} ${top + 60} ${cx - 150} ${top + 30}C${cx - 150} ${top + 110} ${cx - 154} ${top + 170} ${cx - 158} ${top + 232}ZM${cx + 172} ${top + 230}C${cx + 196} ${top + 120} ${cx + 176} ${top + 60} ${cx + 150} ${top + 30}C${cx + 150} ${top + 110} ${cx + 154} ${top + 170} ${cx + 158} ${top + 232}Z`,
  },
  {
    turban: true,
    over: `M${cx - 186} ${top + 130}C${cx - 250} ${top - 150} ${cx + 250} ${top - 170} ${cx + 186} ${top + 130}C${cx + 110} ${top + 50} ${cx - 110} ${top + 30} ${cx - 186} ${top + 130}Z`,
  },
];

/** What is worn; each draws inside the shoulders. */
const clothes = [
  (sheet, cloth, line) => {
    sheet.fill(
      poly([
        [cx - 120, 950],
        [cx, 1220],
        [cx + 120, 950],
        [cx + 60, 900],
        [cx - 60, 900],
      ]),
      '#FBF8F2',
      { pen: 'medium' },
    );
    sheet.fill(
      poly([
        [cx - 150, 960],
        [cx - 40, 1200],
        [cx - 130, 1130],
      ]) +
        poly([
          [cx + 150, 960],
          [cx + 40, 1200],
          [cx + 130, 1130],
        ]),
      cloth,
      { pen: 'medium', line },
    );
    sheet.ink(seg(cx, 1220, cx, H), 'medium', { color: line });
  },
  (sheet, _cloth, line) => {
    sheet
      .ink(`M${cx - 96} 935Q${cx} 1060 ${cx + 96} 935M${cx - 112} 962Q${cx} 1096 ${cx + 112} 962`, 'medium', {
        color: line,
      })
      .ink(box(cx - 24, 1062, 48, 270), 'medium', { color: line });
    range(4, (i) => sheet.fill(circle(cx, 1100 + i * 62, 7), line));
  },
  (sheet, cloth, line) => {
    sheet.ink(
      range(
        9,
        (i) =>
          `M${cx + 190 + i * 22} ${1010 + i * 9}C${cx + 60 + i * 10} 1180 ${cx - 170 + i * 8} 1260 ${cx - 420 + i * 26} ${1330 + i * 26}`,
      ).join(''),
      'fine',
      { color: line },
    );
    sheet.ink(
      `M${cx + 168} 990C${cx + 30} 1170 ${cx - 200} 1220 ${cx - 460} 1290M${cx + 196} 1000C${cx + 60} 1196 ${cx - 180} 1246 ${cx - 460} 1330`,
      'strong',
      { color: sheet.accent === cloth ? line : sheet.accent },
    );
  },
  (sheet, cloth, _line) => {
    const stole = `M${cx - 190} 990Q${cx} 1150 ${cx + 190} 990L${cx + 250} 1040Q${cx + 150} 1240 ${cx + 200} ${H}H${cx + 50}Q${cx + 20} 1280 ${cx + 60} 1170Q${cx - 120} 1180 ${cx - 250} 1040Z`;
    sheet.fill(stole, sheet.accent === cloth ? '#FBF8F2' : sheet.accent, { pen: 'medium' });
    sheet.hatch(stole, { angle: 0, gap: 26, pen: 'fine' });
  },
];

function backdrop(sheet, number) {
  const arch = arches[number % 3];
  const opening = `${arch(150, H + 20, 900, 1370, 11)}Z`;
  const kind = number % 4;
  if (kind === 0) sheet.ink(courses(0, 0, W, H, 75, { random: sheet.random, block: 210 }), 'hair', { opacity: 0.5 });
  if (kind === 1) sheet.hatch(box(0, 0, W, H), { angle: 90, gap: 18, opacity: 0.35 });
  if (kind === 2) sheet.ink(starLattice(0, 0, W, H, 120), 'hair', { opacity: 0.5 });
  if (kind === 3) sheet.hatch(box(0, 0, W, H), { angle: 45, gap: 20, opacity: 0.35 });
  sheet.fill(opening, sheet.paper, { pen: 'strong' });
  sheet.ink(arch(190, H + 20, 820, 1310, 11), 'fine');
  sheet.clip(opening, () => {
    let lines = '';
    for (let y = 150, gap = 7; y < 1000; y += gap, gap *= 1.06) lines += seg(0, y, W, y);
    sheet.ink(lines, 'hair', { opacity: 0.45 });
  });
}

/** One portrait, 1200 x 1500; the number decides everything about it. */
export function portrait(number) {
  const accent = ['#A83F24', '#0F4C4A', '#E3A82B'][(number * 2) % 3];
  const sheet = new Sheet(W, H, { ...grounds.day, paper: papers[(number * 3) % papers.length], accent }, 900 + number);
  const cloth = cloths[(number * 3 + 1) % cloths.length];
  const dark = !['#FBF8F2', '#E3A82B'].includes(cloth);
  const line = dark ? '#F3EADB' : '#1B1A17';
  const hair = hairs[(number * 4 + 3) % hairs.length];
  const grey = number % 4 === 2;
  backdrop(sheet, number);
  if (hair.behind) sheet.fill(hair.behind, grey ? '#8C867B' : '#1B1A17');
  sheet.fill(neck, '#FBF8F2', { pen: 'medium' });
  sheet.clip(neck, () => sheet.hatch(box(cx - 90, top + 380, 180, 160), { angle: 0, gap: 7 }));
  sheet.fill(shoulders, cloth, { pen: 'strong' });
  sheet.clip(shoulders, () => {
    sheet.hatch(`M${cx + 60} 900H1100V${H}H${cx + 120}Z`, { angle: 62, gap: 12, color: line, opacity: 0.55 });
    clothes[number % clothes.length](sheet, cloth, line);
  });
  sheet.ink(shoulders, 'strong');
  sheet.fill(
    `M${cx - 156} ${top + 170}q-34 -6 -30 40q6 62 38 60ZM${cx + 156} ${top + 170}q34 -6 30 40q-6 62 -38 60Z`,
    '#FBF8F2',
    { pen: 'medium' },
  );
  sheet.fill(head, '#FBF8F2', { pen: 'medium' });
  sheet.clip(head, () => {
    sheet.ink(
      range(34, (i) => {
        const x = cx + 172 - i * 7.5;
        return `M${x} ${top - 40}Q${x + 26} ${top + 190} ${x - 34} ${top + 440}`;
      })
        .slice(0, 20)
        .join(''),
      'fine',
      { opacity: 0.85 },
    );
    sheet.ink(
      range(
        11,
        (i) =>
          `M${cx - 90 + i * 9} ${top + 360 + i * 4}Q${cx + 20} ${top + 396 + i * 3} ${cx + 140} ${top + 330 + i * 6}`,
      ).join(''),
      'hair',
    );
    if (number % 3 === 1 && !hair.behind)
      sheet.fill(
        `M${cx - 170} ${top + 220}C${cx - 140} ${top + 330} ${cx - 60} ${top + 290} ${cx} ${top + 292}C${cx + 60} ${top + 290} ${cx + 140} ${top + 330} ${cx + 170} ${top + 220}V${top + 450}H${cx - 170}Z`,
        grey ? '#8C867B' : '#1B1A17',
      );
  });
  sheet.ink(
    `M${cx - 6} ${top + 140}Q${cx - 34} ${top + 240} ${cx - 12} ${top + 252}Q${cx + 4} ${top + 258} ${cx + 22} ${top + 246}`,
    'medium',
  );
  if (number % 5 < 2)
    sheet.ink(
      circle(cx - 70, top + 172, 54) +
        circle(cx + 70, top + 172, 54) +
        `M${cx - 16} ${top + 164}Q${cx} ${top + 150} ${cx + 16} ${top + 164}M${cx - 124} ${top + 166}L${cx - 162} ${top + 156}M${cx + 124} ${top + 166}L${cx + 162} ${top + 156}`,
      'strong',
    );
  sheet.fill(hair.over, hair.turban ? accent : grey ? '#8C867B' : '#1B1A17', {
    pen: hair.turban ? 'strong' : undefined,
  });
  if (hair.turban)
    sheet.clip(hair.over, () =>
      sheet.ink(
        range(
          8,
          (i) =>
            `M${cx - 230} ${top + 120 - i * 34}Q${cx + (i - 4) * 20} ${top - 60 - i * 10} ${cx + 230} ${top + 40 - i * 30}`,
        ).join(''),
        'medium',
        { color: accent === '#E3A82B' ? '#1B1A17' : '#F3EADB' },
      ),
    );
  else
    sheet.clip(hair.over, () =>
      sheet.ink(
        range(
          13,
          (i) =>
            `M${cx - 10 + (i - 6) * 4} ${top - 130}Q${cx + (i - 6) * 42} ${top - 40} ${cx + (i - 6) * 36} ${top + 330}`,
        ).join(''),
        'hair',
        { color: '#F3EADB', opacity: 0.6 },
      ),
    );
  return sheet.toSVG();
}

/** A niche without a person: an arch in a wall with a lamp, a vessel or a screen. */
export function niche(number) {
  const accent = ['#0F4C4A', '#A83F24', '#E3A82B'][number % 3];
  const sheet = new Sheet(W, H, { ...grounds.day, paper: papers[(number * 2) % papers.length], accent }, 700 + number);
  const arch = arches[number % 3];
  sheet.ink(courses(0, 0, W, H, 75, { random: sheet.random, block: 210 }), 'hair', { opacity: 0.55 });
  sheet.fill(box(170, 150, 860, 1150), '#FBF8F2', { pen: 'medium' });
  sheet.ink(starLattice(186, 166, 828, 90, 45), 'hair');
  const inner = `${arch(290, 1260, 620, 930, 11)}Z`;
  sheet.ink(arch(240, 1260, 720, 990, 11), 'medium');
  sheet.fill(inner, sheet.tone, { pen: 'strong' });
  sheet.clip(inner, () => {
    if (number % 2) sheet.ink(starLattice(290, 330, 620, 930, 88.5), 'medium', { color: accent });
    sheet.hatch(`M290 300H420L360 1260H290ZM290 300H910V520Q600 420 290 640Z`, { angle: 45, gap: 10 });
  });
  sheet.fill(`M520 1260q-110 -180 50 -300v-60h60v60q160 120 50 300Z`, accent, { pen: 'strong' });
  sheet.clip('M520 1260q-110 -180 50 -300v-60h60v60q160 120 50 300Z', () => {
    sheet.hatch(box(610, 880, 140, 400), { angle: 70, gap: 10, color: '#F3EADB' });
    sheet.ink('M440 1130Q600 1180 760 1130M440 1150Q600 1200 760 1150', 'fine', { color: '#F3EADB' });
  });
  sheet.ink(
    range(
      9,
      (i) =>
        `M600 900Q${600 + (i - 4) * 22} ${720 - (4 - Math.abs(i - 4)) * 26} ${600 + (i - 4) * (56 + number * 2)} ${700 - (4 - Math.abs(i - 4)) * 44}`,
    ).join(''),
    'medium',
  );
  sheet.fill(
    range(9, (i) => circle(600 + (i - 4) * (56 + number * 2), 700 - (4 - Math.abs(i - 4)) * 44, 10)).join(''),
    accent,
    { pen: 'fine' },
  );
  sheet.fill(box(130, 1260, 940, 40) + box(170, 1300, 860, 26), '#FBF8F2', { pen: 'strong' });
  sheet.hatch(box(190, 1326, 820, 34), { angle: 45, gap: 9 });
  return sheet.toSVG();
}
