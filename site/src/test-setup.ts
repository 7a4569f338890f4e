// Each test starts with an empty page and fails on console.error, which a test can replace with a spy.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';

// The library's limit of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no modal dialogs.
if (globalThis.HTMLDialogElement)
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };

let heard: unknown[][] = [];

beforeEach(() => {
  heard = [];
  console.error = (...message: unknown[]) => {
    heard.push(message);
  };
});

afterEach(() => {
  cleanup();
  if (globalThis.window) {
    document.body.replaceChildren();
    for (const kept of [localStorage, sessionStorage]) kept.clear();
  }
  expect(heard, 'errors on the console').toEqual([]);
});
