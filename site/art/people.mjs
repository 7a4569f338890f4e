// Portraits of nobody: a bust under an arch, composed from parameters. They stand where photographs will be.
import { pen, day, pt, random, range, weight } from './pen.mjs';

const skins = ['#C99A73', '#B07F5A', '#8E6244', '#D9B08C', '#A4714C'];
const hair = ['#1B1A17', '#2E2620', '#4A3B30', '#8D877C', '#C9C2B4'];
const cloth = ['#0F4C4A', '#A83F24', '#E3A82B', '#3B3A35', '#6E7F6A', '#B9AC94', '#7A4B3A'];

/** One portrait on 1200 x 1500; the number decides everything about it. */
export function portrait(number) {
  const rnd = random(number * 7919);
  const pick = (list) => list[Math.floor(rnd() * list.length)];
  const p = pen(day);
  const { c } = p;
  const cx = 600; const chin = 985; const head = 190 + rnd() * 20;
  const skin = pick(skins); const tone = pick(hair); const coat = pick(cloth); const shirt = pick(cloth.filter((x) => x !== coat));
  const long = rnd() > 0.5; const glasses = rnd() > 0.45; const beard = !long && rnd() > 0.45; const bun = long && rnd() > 0.5; const scarf = rnd() > 0.55; const turban = !long && rnd() > 0.78;
  const top = chin - head * 2.35;
  const face = `M${pt(cx - head * 0.8, top + head * 1.0)}C${pt(cx - head * 0.86, top + head * 0.1)} ${pt(cx + head * 0.86, top + head * 0.1)} ${pt(cx + head * 0.8, top + head)}C${pt(cx + head * 0.82, chin - head * 0.4)} ${pt(cx + head * 0.36, chin)} ${pt(cx, chin)}C${pt(cx - head * 0.36, chin)} ${pt(cx - head * 0.82, chin - head * 0.4)} ${pt(cx - head * 0.8, top + head)}Z`;
  const shoulders = `M${pt(cx - 430, 1500)}C${pt(cx - 420, 1180)} ${pt(cx - 300, 1090)} ${pt(cx - 110, 1040)}L${pt(cx + 110, 1040)}C${pt(cx + 300, 1090)} ${pt(cx + 420, 1180)} ${pt(cx + 430, 1500)}Z`;
  const behind = long ? p.fill(`M${pt(cx - head * 0.98, top + head)}C${pt(cx - head * 1.05, top - head * 0.3)} ${pt(cx + head * 1.05, top - head * 0.3)} ${pt(cx + head * 0.98, top + head)}L${pt(cx + head * (bun ? 0.7 : 1.16), chin + (bun ? -60 : 190))}H${pt(cx - head * (bun ? 0.7 : 1.16), 0).split(' ')[0]}Z`, tone) + (bun ? p.fill(p.circle(cx + head * 0.5, top + head * 0.04, head * 0.42), tone) : '') : '';
  const cap = turban
    ? p.shape(`M${pt(cx - head * 0.95, top + head * 0.85)}C${pt(cx - head * 1.15, top - head * 0.35)} ${pt(cx + head * 1.15, top - head * 0.35)} ${pt(cx + head * 0.95, top + head * 0.85)}Q${pt(cx, top + head * 0.35)} ${pt(cx - head * 0.95, top + head * 0.85)}Z`, weight.medium, shirt) + p.stroke(range(4).map((i) => `M${pt(cx - head * (0.85 - i * 0.1), top + head * (0.55 - i * 0.2))}Q${pt(cx, top - head * 0.1 * i)} ${pt(cx + head * (0.85 - i * 0.1), top + head * (0.62 - i * 0.2))}`).join(''), weight.fine)
    : p.fill(`M${pt(cx - head * 0.86, top + head * 1.02)}C${pt(cx - head * 1.02, top - head * 0.28)} ${pt(cx + head * 1.02, top - head * 0.28)} ${pt(cx + head * 0.86, top + head * 1.02)}C${pt(cx + head * 0.8, top + head * 0.5)} ${pt(cx + head * 0.35, top + head * 0.4)} ${pt(cx + head * (rnd() - 0.5) * 0.8, top + head * 0.44)}C${pt(cx - head * 0.5, top + head * 0.5)} ${pt(cx - head * 0.76, top + head * 0.62)} ${pt(cx - head * 0.86, top + head * 1.02)}Z`, tone);
  const eye = top + head * 1.22;
  const backdrop = number % 3 === 0
    ? range(9).map((i) => p.stroke(p.line(0, 110 + i * 150, 1200, 110 + i * 150), weight.construction, c.faint)).join('')
    : number % 3 === 1
      ? p.stroke(range(7).map((i) => p.circle(600, 820, 330 + i * 110)).join(''), weight.construction, c.faint)
      : p.hatch(p.box(0, 0, 1200, 1500), [0, 0, 1200, 1500], { gap: 46, angle: 45, color: c.faint });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500"><rect width="1200" height="1500" fill="${number % 2 ? c.tone : '#E4E2D2'}"/>${backdrop}${p.stroke(`M150 1500V760a450 450 0 0 1 900 0V1500`, weight.medium, c.faint)}${behind}${p.shape(`M${pt(cx - 96, chin - 90)}V1060Q${cx} 1150 ${cx + 96} 1060V${chin - 90}Z`, weight.fine, skin)}${p.shape(shoulders, weight.strong, coat)}${p.hatch(shoulders, [cx, 1040, 430, 460], { gap: 18, angle: 60, color: c.ink, w: 1 })}${p.shape(`M${pt(cx - 112, 1040)}L${pt(cx, 1290)}L${pt(cx + 112, 1040)}Q${cx} 1130 ${cx - 112} 1040Z`, weight.medium, shirt)}${p.stroke(`M${pt(cx - 112, 1040)}L${pt(cx - 60, 1240)}L${pt(cx, 1290)}L${pt(cx + 60, 1240)}L${pt(cx + 112, 1040)}`, weight.medium)}${scarf ? p.shape(`M${pt(cx - 210, 1076)}Q${cx} 1210 ${cx + 210} 1076L${pt(cx + 150, 1500)}H${cx + 40}L${pt(cx + 110, 1180)}Q${cx} 1250 ${cx - 190} 1150Z`, weight.medium, shirt) : ''}${p.shape(face, weight.medium, skin)}${p.fill(`M${pt(cx + head * 0.05, top + head * 0.7)}C${pt(cx + head * 0.86, top + head * 0.6)} ${pt(cx + head * 0.8, chin - head * 0.4)} ${pt(cx + head * 0.1, chin)}C${pt(cx + head * 0.5, chin - head * 0.6)} ${pt(cx + head * 0.4, top + head * 1.2)} ${pt(cx + head * 0.05, top + head * 0.7)}Z`, '#00000014')}${beard ? p.fill(`M${pt(cx - head * 0.8, top + head * 1.2)}C${pt(cx - head * 0.84, chin - head * 0.2)} ${pt(cx - head * 0.36, chin + head * 0.12)} ${pt(cx, chin + head * 0.12)}C${pt(cx + head * 0.36, chin + head * 0.12)} ${pt(cx + head * 0.84, chin - head * 0.2)} ${pt(cx + head * 0.8, top + head * 1.2)}C${pt(cx + head * 0.6, chin - head * 0.75)} ${pt(cx + head * 0.3, chin - head * 0.72)} ${pt(cx, chin - head * 0.66)}C${pt(cx - head * 0.3, chin - head * 0.72)} ${pt(cx - head * 0.6, chin - head * 0.75)} ${pt(cx - head * 0.8, top + head * 1.2)}Z`, tone) : ''}${p.stroke(`M${pt(cx - 78, eye)}q34 -16 62 0M${pt(cx + 16, eye)}q34 -16 62 0M${pt(cx - 4, eye + 16)}q-22 70 14 84`, weight.fine)}${p.stroke(`M${pt(cx - 96, eye - 44)}q40 -24 84 -4M${pt(cx + 12, eye - 48)}q44 -20 84 4`, weight.strong, tone)}${p.stroke(`M${pt(cx - 40, chin - head * 0.42)}q40 22 82 -2`, weight.fine, beard ? c.paper : c.ink)}${glasses ? p.stroke(p.circle(cx - 52, eye, 50) + p.circle(cx + 52, eye, 50) + `M${pt(cx - 102, eye - 8)}L${pt(cx - head * 0.8, eye - 22)}M${pt(cx + 102, eye - 8)}L${pt(cx + head * 0.8, eye - 22)}`, weight.medium) : ''}${cap}</svg>`;
}

/** A niche without a person, for people who are named but of whom no picture may be invented. */
export function niche(number) {
  const p = pen(day);
  const { c } = p;
  const arch = [p.arch.round, p.arch.pointed, p.arch.cusped][number % 3];
  const accent = [c.lake, c.accent, c.light][Math.floor(number / 3) % 3];
  const outer = `${arch(210, 1330, 780, 640, 9)}Z`;
  const inner = `${arch(310, 1330, 580, 560, 7)}Z`;
  const lamp = p.stroke(p.line(600, 520, 600, 760), weight.fine) + p.shape(`M540 760h120l-24 70h-72Z`, weight.medium, c.light) + p.shape(p.circle(600, 850, 26), weight.fine, c.paper);
  const vase = p.shape(`M${pt(520, 1330)}q-70 -150 40 -240v-40h80v40q110 90 40 240Z`, weight.medium, accent) + p.stroke('M520 1230q80 30 160 0M512 1180q88 30 176 0', weight.fine, c.paper);
  const plant = range(7).map((i) => p.stroke(`M600 1050Q${pt(600 + (i - 3) * 34, 900)} ${pt(600 + (i - 3) * 74, 830 + Math.abs(i - 3) * 34)}`, weight.medium, c.lake)).join('');
  const screen = p.hatch(inner, [310, 300, 580, 1030], { gap: 40, angle: 45, color: c.faint }) + p.hatch(inner, [310, 300, 580, 1030], { gap: 40, angle: 135, color: c.faint });
  const inside = [lamp, vase + plant, screen, vase, screen + lamp][number % 5];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500"><rect width="1200" height="1500" fill="${number % 2 ? c.tone : '#E4E2D2'}"/>${p.stroke(range(10).map((i) => p.line(0, 100 + i * 140, 1200, 100 + i * 140)).join('') + range(10).map((i) => range(5).map((k) => p.line(k * 300 + (i % 2) * 150, 100 + i * 140, k * 300 + (i % 2) * 150, 240 + i * 140)).join('')).join(''), weight.construction, c.faint)}${p.shape(outer, weight.strong, c.paper)}${p.shape(inner, weight.medium, number % 2 ? '#F4EDDF' : c.tone)}${inside}${p.shape(p.box(170, 1330, 860, 40), weight.medium, c.paper)}${p.shape(p.box(130, 1370, 940, 60), weight.medium, accent)}</svg>`;
}
