import { Type } from 'typebox';
import { defineContract, post } from '../route.ts';

/** Code of the role of accounts that nobody works with: screens on walls. */
export const SCREEN_ROLE = 'screen';

/** A screen on a wall stays signed in for weeks, with nobody there to type a password. */
export const screenSessionContract = defineContract('screenSession', {
  /**
   * The session does not rest, and lives as long again from now on. For whoever holds the role `screen` and no other one; everybody else is refused with
   * `core.not-a-screen`.
   */
  keep: post('/api/oauth/Actions/KeepScreen', {
    summary: 'Keep the session of a screen on a wall',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    /** Milliseconds of the server's clock: until when, if it is not kept again. */
    reply: Type.Object({ until: Type.Integer() }),
  }),
});
