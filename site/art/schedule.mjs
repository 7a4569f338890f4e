// The programme as a drawn sheet. It reads the same itinerary.yaml as the page, so that both say the same.
import { day, pen, weight } from './pen.mjs';

/** The few lines of itinerary.yaml that a schedule needs; the generator checks the file, this only draws it. */
function readDays(yaml) {
  const unquote = (text) => text.replace(/\s+#.*$/, '').trim().replace(/^"|"$/g, '');
  const days = [];
  for (const text of yaml.slice(yaml.indexOf('\ndays:')).split('\n')) {
    const date = text.match(/^ {2}- date: "(.+?)"/);
    if (date) days.push({ date: date[1], sessions: [] });
    const title = text.match(/^ {4}title: (.+)$/);
    if (title && days.length) days.at(-1).title = unquote(title[1]);
    const session = text.match(/starts_at: "(.+?)", ends_at: "(.+?)", title: ([^,}]+)/);
    if (session) days.at(-1).sessions.push({ from: session[1], to: session[2], title: unquote(session[3]) });
  }
  return days;
}

const minutes = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Three columns of a time grid, 2400 x 1600. */
export function scheduleSheet(yaml) {
  const p = pen(day);
  const { c } = p;
  const days = readDays(yaml);
  const top = 300; const bottom = 1500; const from = 9 * 60; const to = 21 * 60;
  const y = (clock) => top + ((minutes(clock) - from) / (to - from)) * (bottom - top);
  const column = (2400 - 300) / days.length;
  const hours = Array.from({ length: 13 }, (_, i) => i + 9);
  const text = (x, yy, size, words, more = '') => `<text x="${x}" y="${yy}" font-size="${size}" ${more}>${escape(words)}</text>`;
  const grid = hours.map((h) => p.stroke(p.line(190, y(`${String(h).padStart(2, '0')}:00`), 2320, y(`${String(h).padStart(2, '0')}:00`)), weight.construction, c.faint) + text(90, y(`${String(h).padStart(2, '0')}:00`) + 12, 34, `${String(h).padStart(2, '0')}:00`, 'fill="#5C564A"')).join('');
  const blocks = days.map((d, i) => {
    const x = 200 + i * column;
    const date = new Date(`${d.date}T00:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
    return text(x + 10, 170, 58, date, 'font-weight="600"') + text(x + 10, 238, 44, d.title, `fill="${c.accent}"`) + d.sessions.map((s) => {
      const h = y(s.to) - y(s.from);
      const pause = /lunch|tea|bus/i.test(s.title);
      return p.shape(p.box(x + 6, y(s.from) + 3, column - 34, h - 6), weight.fine, pause ? c.tone : '#ffffff') + p.fill(p.box(x + 6, y(s.from) + 3, 12, h - 6), pause ? c.faint : c.lake) + text(x + 40, y(s.from) + 48, 34, s.title, 'font-weight="600"') + (h > 110 ? text(x + 40, y(s.from) + 92, 30, `${s.from} to ${s.to}`, 'fill="#5C564A"') : text(x + column - 224, y(s.from) + 48, 30, `${s.from}–${s.to}`, 'fill="#5C564A"'));
    }).join('');
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600" viewBox="0 0 2400 1600"><rect width="2400" height="1600" fill="${c.paper}"/><g font-family="Mukta, Noto Sans, sans-serif" fill="${c.ink}">${grid}${blocks}</g>${p.stroke('M60 270H2340', weight.cut)}${p.stroke('M60 60H2340V1540H60Z', weight.construction, c.faint)}</svg>`;
}
