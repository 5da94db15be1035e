import { afterEach, describe, expect, it } from 'vitest';
import { coverFloating } from './lock-cover.ts';

afterEach(() => document.body.replaceChildren());

const portal = () => document.body.appendChild(Object.assign(document.createElement('div'), { className: 'semi-portal' }));

describe('floating parts under the lock', () => {
  it('[4-01] go out of reach when the screen is locked and come back after', () => {
    const dialog = portal();
    coverFloating(document.body, true);
    expect([dialog.inert, dialog.hasAttribute('data-under-lock')]).toEqual([true, true]);
    const ofLockScreen = portal();
    coverFloating(document.body, false);
    expect([dialog.inert, dialog.hasAttribute('data-under-lock'), ofLockScreen.hasAttribute('data-under-lock')]).toEqual([false, false, false]);
  });
});
