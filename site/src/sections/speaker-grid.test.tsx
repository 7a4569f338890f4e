import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../islands/speakers';
import { SpeakerGrid, stageSizes } from './speaker-grid';

const person = { name: 'Ravi Verma', designation: 'Architect', company: 'Practice' };
const picture = {
  sources: { src: '/0.jpg', srcset: '/0.avif 10w' },
  sizes: '10rem',
  alt: 'Portrait',
  width: 10,
  height: 12,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a person without a portrait is shown with initials, both in the grid and on the stage', () => {
  const turn = { advanceMs: 2000, visible: 1 };
  const two = [
    { ...person, picture },
    { ...person, name: 'Asha Rao', picture: undefined },
  ];
  mount(render(<SpeakerGrid people={two} {...turn} />).container, turn);
  const stage = () => document.querySelector('[data-stage] picture img, [data-stage] svg');
  expect(stage()?.getAttribute('src')).toBe('/0.jpg');
  pass(2000);
  expect(stage()?.textContent).toBe('AR');
  pass(2000);
  expect(stage()?.getAttribute('src')).toBe('/0.jpg');
  expect(document.querySelector('[data-stage] source')?.getAttribute('sizes')).toBe(stageSizes);
});
