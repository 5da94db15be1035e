import { type Static, Type } from 'typebox';
import { defineContract, del, get, post, put } from '../route.ts';

/** Digits of the number with which people sign at somebody else's device. */
export const MIN_PIN = 4;
export const MAX_PIN = 8;
/** Longest account of a person. */
const MAX_ACCOUNT = 100;

const pinState = Type.Object({
  /** Milliseconds; null: no number is set. */
  setAt: Type.Union([Type.Integer(), Type.Null()]),
});
export type PinState = Static<typeof pinState>;
const act = Type.String({ minLength: 3, maxLength: 80, pattern: '^[a-z0-9.-]+$' });

/** A second person signs at a device where somebody else is signed in, and the number for it. */
export const coSignContract = defineContract('coSign', {
  /** Refusals: `core.co-sign-failed`, `core.co-sign-same`, `core.login-wait` after some wrong tries, `core.account-disabled`, `core.account-locked`. */
  sign: post('/api/oauth/CoSign', {
    summary: 'Another person signs for one act on one record at this device',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      account: Type.String({ minLength: 1, maxLength: MAX_ACCOUNT }),
      way: Type.Union([Type.Literal('pin'), Type.Literal('password')]),
      /** The number as typed, or md5 of the password, hexadecimal. */
      secret: Type.String({ minLength: 1, maxLength: 64 }),
      act,
      subject: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    /** Good once, for three minutes. */
    reply: Type.Object({ signature: Type.String(), userName: Type.String() }),
  }),
  pin: get('/api/oauth/CoSignPin', {
    summary: 'Whether the signed-in person has a number to sign with',
    need: 'session',
    audit: 'none',
    reply: pinState,
  }),
  /** Refusals: `core.old-password-wrong`, `core.pin-simple`. */
  setPin: put('/api/oauth/CoSignPin', {
    summary: 'Set the number with which the signed-in person signs at other devices',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 64 }), pin: Type.String({ pattern: `^[0-9]{${MIN_PIN},${MAX_PIN}}$` }) }),
    reply: pinState,
  }),
  removePin: del('/api/oauth/CoSignPin', {
    summary: 'Remove that number',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    reply: pinState,
  }),
});
