import { describe, expect, it } from 'vitest';
import { sessionState } from './session-limits.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-02T02:00:00Z');
const level3 = { sessionLockMinutes: 15, sessionIdleMinutes: 30 };
const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE);

describe('limits of a session, level 3', () => {
  it.each<[minutesAtRest: number, state: string]>([
    [0, 'open'],
    [14.99, 'open'],
    [15, 'locked'],
    [29.99, 'locked'],
    [30, 'over'],
    [5000, 'over'],
  ])('%d minutes at rest: %s', (minutes, state) => {
    expect(sessionState({ lastSeenAt: start, expiresAt: at(12 * 60) }, level3, at(minutes))).toBe(state);
  });

  it('ends after 12 hours whatever its person does', () => {
    const end = at(12 * 60);
    expect(sessionState({ lastSeenAt: at(12 * 60 - 1), expiresAt: end }, level3, at(12 * 60 - 0.01))).toBe('open');
    expect(sessionState({ lastSeenAt: end, expiresAt: end }, level3, end)).toBe('over');
  });

  it('never locks where that is switched off', () => {
    expect(sessionState({ lastSeenAt: start, expiresAt: at(720) }, { sessionLockMinutes: 0, sessionIdleMinutes: 60 }, at(59))).toBe('open');
    expect(sessionState({ lastSeenAt: start, expiresAt: at(720) }, { sessionLockMinutes: 60, sessionIdleMinutes: 30 }, at(30))).toBe('over');
  });

  it('a clock that goes back locks nobody out', () => expect(sessionState({ lastSeenAt: at(120), expiresAt: at(720) }, level3, start)).toBe('open'));
});
