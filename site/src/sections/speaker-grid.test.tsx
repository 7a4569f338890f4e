import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../islands/speakers';
import { SpeakerGrid, stageSizes } from './speaker-grid';

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

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turns = { advanceMs: 2000, visible: 4 };
const show = () => mount(render(<SpeakerGrid people={people} {...turns} />).container, turns);
const highlighted = () => document.querySelector('[aria-current] h2')?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

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

test('a person without a portrait has initials, in the grid and on the stage', () => {
  const turn = { advanceMs: 2000, visible: 1 };
  const two = [people[0]!, { ...people[1]!, name: 'Asha Rao', picture: undefined }];
  mount(render(<SpeakerGrid people={two} {...turn} />).container, turn);
  const stage = () => document.querySelector('[data-stage] picture img, [data-stage] svg');
  expect(stage()?.getAttribute('src')).toBe('/0.jpg');
  pass(2000);
  expect(stage()?.textContent).toBe('AR');
  pass(2000);
  expect(stage()?.getAttribute('src')).toBe('/0.jpg');
  expect(document.querySelector('[data-stage] source')?.getAttribute('sizes')).toBe(stageSizes);
});
