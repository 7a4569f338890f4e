// The programme as a drawn sheet. It reads the same itinerary.yaml as the page, so that both say the same.

import { textWidth } from './lettering.mjs';
import { courses, cuspedArch, drawFanlight } from './masonry.mjs';
import { grounds } from './palette.mjs';
import { box, circle, range, Sheet, seg } from './sheet.mjs';

/**
 * @typedef {{ from: string, to: string, title: string }} Session
 * @typedef {{ date: string, title: string, dress?: string, sessions: Session[] }} Day
 */

/** The few lines of itinerary.yaml that a schedule needs; the generator checks the file, this only draws it. */
function readDays(yaml) {
  const unquote = (text) =>
    text
      .replace(/\s+#.*$/, '')
      .trim()
      .replace(/^"|"$/g, '');
  /** @type {Day[]} */
  const days = [];
  for (const text of yaml.slice(yaml.indexOf('\ndays:')).split('\n')) {
    const date = text.match(/^ {2}- date: "(.+?)"/);
    if (date) days.push({ date: date[1], title: '', sessions: [] });
    const day = days.at(-1);
    if (!day) continue;
    const title = text.match(/^ {4}title: (.+)$/);
    if (title) day.title = unquote(title[1]);
    const dress = text.match(/^ {4}dress: (.+)$/);
    if (dress) day.dress = unquote(dress[1]);
    const session = text.match(/starts_at: "(.+?)", ends_at: "(.+?)", title: ([^,}]+)/);
    if (session) day.sessions.push({ from: session[1], to: session[2], title: unquote(session[3]) });
  }
  return days;
}

const minutes = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Breaks a title into lines that fit. */
function wrap(title, size, width) {
  const lines = [''];
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Three columns on a time grid, 2400 x 1600. */
export function scheduleSheet(yaml) {
  const sheet = new Sheet(2400, 1600, grounds.day, 71);
  const days = readDays(yaml);
  const [top, bottom, from, to] = [330, 1500, 9 * 60, 21 * 60];
  const y = (clock) => top + ((minutes(clock) - from) / (to - from)) * (bottom - top);
  const column = 2090 / days.length;
  sheet.ink(box(48, 48, 2304, 1504), 'fine');
  range(13, (i) => {
    const at = top + (i / 12) * (bottom - top);
    sheet.ink(seg(190, at, 2310, at), 'hair', { dash: '18 8 3 8', opacity: 0.7 });
    sheet.text(`${String(9 + i).padStart(2, '0')}:00`, 84, at + 11, 22, { color: '#5C564A' });
  });
  days.forEach((day, i) => {
    const x = 205 + i * column;
    const date = new Date(`${day.date}T00:00:00Z`).toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
    sheet.fill(circle(x + 38, 150, 38), sheet.paper, { pen: 'strong' });
    sheet.text(String(i + 1), x + 38, 167, 34, { align: 'middle', pen: 5 });
    sheet.text(date, x + 100, 150, 36, { pen: 4.5 });
    sheet.text(day.title, x + 100, 205, 26, { color: sheet.accent, pen: 3 });
    sheet.text(`Dress: ${day.dress}`, x + 100, 254, 21, { color: '#5C564A' });
    day.sessions.forEach((session) => {
      const [y1, h, w] = [y(session.from) + 3, y(session.to) - y(session.from) - 6, column - 34];
      const pause = /lunch|tea/i.test(session.title);
      const bus = /bus/i.test(session.title);
      const block = box(x, y1, w, h);
      sheet.fill(block, pause ? sheet.tone : bus ? '#DCE6E1' : '#FFFFFF', { pen: 'medium' });
      if (pause) sheet.hatch(block, { angle: 45, gap: 16, opacity: 0.22 });
      if (!pause && !bus && h > 200)
        sheet.clip(block, () => {
          if (i === 0)
            range(4, (k) => sheet.ink(cuspedArch(x + w - 330 + k * 82, y1 + h, 70, 96, 7), 'fine', { opacity: 0.6 }));
          else if (i === 1)
            sheet.ink(courses(x + w - 300, y1 + h - 66, 300, 66, 22, { block: 60 }), 'hair', { opacity: 0.7 });
          else {
            sheet.accent = '#E3A82B';
            drawFanlight(sheet, x + w - 130, y1 + h, 110, { weight: 0.3, sectors: 6, rings: 4 });
            sheet.accent = '#A83F24';
          }
        });
      if (bus)
        sheet
          .ink(
            `M${x + 40} ${y1 + h - 70}C${x + 180} ${y1 + h - 190} ${x + 330} ${y1 + h + 20} ${x + w - 60} ${y1 + h - 130}`,
            'medium',
            { dash: '22 14', color: '#0F4C4A' },
          )
          .ink(circle(x + 40, y1 + h - 70, 13) + circle(x + w - 60, y1 + h - 130, 13), 'strong', { color: '#0F4C4A' });
      sheet.fill(box(x, y1, 12, h), pause ? '#B9AC94' : bus ? '#0F4C4A' : sheet.accent);
      const lines = wrap(session.title, 26, w - 70);
      lines.forEach((words, k) => sheet.text(words, x + 36, y1 + 46 + k * 42, 26, { pen: 3.6 }));
      const beside = h < 110;
      sheet.text(
        `${session.from} – ${session.to}`,
        beside ? x + w - 20 : x + 36,
        beside ? y1 + 44 : y1 + 46 + lines.length * 42,
        20,
        { color: '#5C564A', align: beside ? 'end' : 'start' },
      );
    });
  });
  sheet.fill(box(48, 286, 2304, 14), sheet.line);
  return sheet.toSVG();
}
