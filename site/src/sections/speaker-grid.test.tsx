import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SpeakerGrid } from './speaker-grid';

const picture = { sources: { src: '/one.jpg', srcset: {} }, sizes: '10rem', alt: 'Portrait', width: 10, height: 12 };
const people = Array.from({ length: 13 }, (_, index) => ({
  name: `Person ${index}`,
  designation: 'Architect',
  company: 'Practice',
  picture,
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

const highlighted = () => document.querySelector('[aria-current] h2')?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('highlights each of the first ten for two seconds and starts again', () => {
  render(<SpeakerGrid people={people} advanceMs={2000} visible={4} />);
  const seen = [highlighted()];
  for (let step = 0; step < 10; step++) {
    pass(2000);
    seen.push(highlighted());
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((index) => `Person ${index}`));
});

test('does not move before its time', () => {
  render(<SpeakerGrid people={people} advanceMs={2000} visible={4} />);
  pass(1999);
  expect(highlighted()).toBe('Person 0');
});

test('rests while it has the focus or is paused, and goes on after', () => {
  render(<SpeakerGrid people={people} advanceMs={2000} visible={4} />);
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

test('goes on when Play is pressed by keyboard, with the focus still on the button', () => {
  render(<SpeakerGrid people={people} advanceMs={2000} visible={4} />);
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

test('stands still for visitors who asked for less motion', () => {
  reduced = true;
  render(<SpeakerGrid people={people} advanceMs={2000} visible={4} />);
  pass(10_000);
  expect(highlighted()).toBe('Person 0');
});
