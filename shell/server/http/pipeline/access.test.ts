import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { type Caller, decideAccess } from './access.ts';

const signedIn = (...codes: string[]): Caller => ({ kind: 'signed-in', can: (code) => codes.includes(code) });
const code = (need: Parameters<typeof decideAccess>[0]['need'], caller: Caller, allowedWhileLocked = false, allowedBeforePassword = false) =>
  decideAccess({ need, caller, allowedWhileLocked, allowedBeforePassword })?.code;

describe('access decision', () => {
  it('lets everybody call public routes', () => {
    for (const caller of [{ kind: 'nobody' }, { kind: 'locked' }, { kind: 'ended', reason: 'forced' }, signedIn()] as const) {
      expect(code('public', caller)).toBeUndefined();
    }
  });

  it('tells apart: never signed in, expired, forced out, unknown token', () => {
    expect(code('session', { kind: 'nobody' })).toBe(EnvelopeCode.LoginExpired);
    expect(code('session', { kind: 'ended', reason: 'expired' })).toBe(EnvelopeCode.LoginExpired);
    expect(code('session', { kind: 'ended', reason: 'forced' })).toBe(EnvelopeCode.ForcedOut);
    expect(code('session', { kind: 'ended', reason: 'unknown' })).toBe(EnvelopeCode.TokenInvalid);
  });

  it('answers 601 while locked, except to unlock and log-out', () => {
    expect(code('session', { kind: 'locked' })).toBe(EnvelopeCode.ForcedOut);
    expect(code('perm:his.pharmacy', { kind: 'locked' })).toBe(EnvelopeCode.ForcedOut);
    expect(code('session', { kind: 'locked' }, true)).toBeUndefined();
  });

  it('answers nothing before a due password is set, except what sets it', () => {
    expect(code('session', { kind: 'password-due' })).toBe(EnvelopeCode.Forbidden);
    expect(code('perm:his.pharmacy', { kind: 'password-due' }, true)).toBe(EnvelopeCode.Forbidden);
    expect(code('session', { kind: 'password-due' }, false, true)).toBeUndefined();
    expect(code('session', { kind: 'locked' }, false, true)).toBe(EnvelopeCode.ForcedOut);
  });

  it('asks for the exact permission code, or one of several', () => {
    expect(code('perm:his.pharmacy:btn_edit', signedIn('his.pharmacy'))).toBe(EnvelopeCode.Forbidden);
    expect(code('perm:his.pharmacy:btn_edit', signedIn('his.pharmacy:btn_edit'))).toBeUndefined();
    expect(code({ anyOf: ['perm:a', 'perm:b'] }, signedIn('b'))).toBeUndefined();
    expect(code({ anyOf: ['perm:a', 'perm:b'] }, signedIn('c'))).toBe(EnvelopeCode.Forbidden);
  });
});
