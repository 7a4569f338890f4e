import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../islands/speakers';
import { SpeakerGrid } from './speaker-grid';

const people = Array.from({ length: 13 }, (_, index) => ({
  name: `Person ${index}`,
  designation: 'Architect',
  company: 'Practice',
  picture: {
    sources: { src: `/${index}.jpg`, srcset: { avif: `/${index}.avif 10w` } },
    sizes: '10rem',
    alt: 'Portrait',
    width: 10,
    height: 12,
  },
}));

let reduced = false;

beforeEach(() => {
  reduced = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turns = { advanceMs: 2000, visible: 4 };
const show = () => mount(render(<SpeakerGrid people={people} {...turns} />).container, turns);
const highlighted = () => document.querySelector('[aria-current] h2')?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('highlights each of the first ten speakers for two seconds and starts again', () => {
  show();
  const seen = [highlighted()];
  for (let step = 0; step < 10; step++) {
    pass(2000);
    seen.push(highlighted());
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((index) => `Person ${index}`));
});

test("shows the highlighted speaker's picture on the stage", () => {
  show();
  pass(4000);
  const stage = document.querySelector('[data-stage]')!;
  expect(stage.textContent).toBe('03 / 13Person 2ArchitectPracticePause');
  const image = stage.querySelector('img')!;
  expect([image.getAttribute('src'), image.alt]).toEqual(['/2.jpg', '']);
  expect(stage.querySelector('source')!.srcset).toBe('/2.avif 10w');
  expect(stage.querySelector('source')!.sizes).toContain('24rem');
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1);
});

test('does not start early', () => {
  show();
  pass(1999);
  expect(highlighted()).toBe('Person 0');
});

test('stops while it has the focus or is paused, and continues afterwards', () => {
  show();
  const button = screen.getByRole('button', { name: 'Pause' });
  act(() => button.focus());
  pass(10_000);
  expect(highlighted()).toBe('Person 0');
  act(() => button.click());
  act(() => button.blur());
  pass(10_000);
  expect(highlighted()).toBe('Person 0');
  act(() => screen.getByRole('button', { name: 'Play' }).click());
  pass(2000);
  expect(highlighted()).toBe('Person 1');
});

test('continues when Play is pressed by keyboard, even though the button has the focus', () => {
  show();
  const button = screen.getByRole('button', { name: 'Pause' });
  act(() => button.focus());
  act(() => button.click());
  act(() => button.click());
  pass(2000);
  expect(highlighted()).toBe('Person 1');
  act(() => button.click());
  pass(10_000);
  expect(highlighted()).toBe('Person 1');
});

test('does not move for visitors who asked for less motion', () => {
  reduced = true;
  show();
  pass(10_000);
  expect(highlighted()).toBe('Person 0');
});
