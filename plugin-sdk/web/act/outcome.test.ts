import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../context.ts';
import { verdictOf } from './outcome.ts';

const { Invalid, Forbidden, NotFound, Conflict, TooLarge, TooMany, Refused, Fault, Unavailable, LoginExpired, ForcedOut, TokenInvalid } = EnvelopeCode;

/**
 * One row per error: what it means for a first sending, for a repetition after an unknown one, and for a route with its own transaction.
 * `u` unknown, `r` refused, `s` stale; `+` keeps the key, `-` renews it.
 */
const TABLE: readonly (readonly [error: string, code: number, first: string, again: string, own: string])[] = [
  // No answer of our server.
  ['network', 0, 'u+', 'u+', 'u+'],
  ['timeout', 0, 'u+', 'u+', 'u+'],
  ['aborted', 0, 'u+', 'u+', 'u+'],
  ['invalid-answer', 200, 'u+', 'u+', 'u+'],
  ['invalid-answer', 404, 'u+', 'u+', 'u+'],
  ['core.commit-unknown', Unavailable, 'u+', 'u+', 'u+'],
  ['core.still-running', Conflict, 'u+', 'u+', 'u+'],
  // The server could not.
  ['core.fault', Fault, 'r+', 'r+', 'u+'],
  ['core.database-unavailable', Unavailable, 'r+', 'r+', 'u+'],
  ['core.database-busy', Unavailable, 'r+', 'r+', 'u+'],
  ['core.database-slow', Unavailable, 'r+', 'r+', 'u+'],
  ['core.database-full', Unavailable, 'r+', 'r+', 'u+'],
  ['core.too-busy', Unavailable, 'r+', 'r+', 'u+'],
  ['core.plugin-failed', Unavailable, 'r+', 'r+', 'u+'],
  ['core.service-missing', Unavailable, 'r+', 'r+', 'u+'],
  ['core.caller-gone', Unavailable, 'r+', 'r+', 'u+'],
  ['stock.line-down', Unavailable, 'r+', 'r+', 'r+'],
  ['other.line-down', Unavailable, 'r+', 'r+', 'u+'],
  // The shell must not, mostly before the ledger of keys was asked.
  ['core.login-needed', LoginExpired, 'r-', 'r+', 'r-'],
  ['core.forced-out', ForcedOut, 'r-', 'r+', 'r-'],
  ['core.login-needed', TokenInvalid, 'r-', 'r+', 'r-'],
  ['core.locked', Forbidden, 'r-', 'r+', 'r-'],
  ['core.password-change-needed', Forbidden, 'r-', 'r+', 'r-'],
  ['core.forbidden', Forbidden, 'r-', 'r+', 'r-'],
  ['core.invalid', Invalid, 'r-', 'r+', 'r-'],
  ['core.bad-value', Invalid, 'r-', 'r+', 'r-'],
  ['core.bad-idempotency-key', Invalid, 'r-', 'r+', 'r-'],
  ['core.not-found', NotFound, 'r-', 'r+', 'r-'],
  ['core.unknown-route', NotFound, 'r-', 'r+', 'r-'],
  ['core.body-too-large', TooLarge, 'r-', 'r+', 'r-'],
  ['core.too-many-calls', TooMany, 'r-', 'r+', 'r-'],
  ['core.duplicate', Conflict, 's-', 's+', 's-'],
  ['core.in-use', Refused, 'r-', 'r+', 'u+'],
  ['core.refused', Refused, 'r-', 'r+', 'u+'],
  ['refused', Refused, 'r-', 'r+', 'u+'],
  // The key belongs to something else.
  ['core.idempotency-mismatch', Conflict, 's-', 's-', 's-'],
  // The handler, after the ledger was asked.
  ['stock.short', Refused, 'r-', 'r-', 'r-'],
  ['other.rule', Refused, 'r-', 'r-', 'u+'],
  ['stock.stale', Conflict, 's-', 's-', 's-'],
  ['stock.missing', NotFound, 'r-', 'r-', 'r-'],
  ['stock.refused-by-platform', Invalid, 'r-', 'r-', 'r-'],
  ['stock.not-yours', Forbidden, 'r-', 'r-', 'r-'],
];

const read = ({ state, key }: ReturnType<typeof verdictOf>): string => `${state[0]}${key === 'keep' ? '+' : '-'}`;
const errorOf = (error: string, code: number, ownTransaction = false) => Object.assign(new ApiError({ code, error, message: '' }), { ownTransaction });

describe('what an error means for the key', () => {
  it.each(TABLE)('%s (%i)', (error, code, first, again, own) => {
    expect(read(verdictOf(errorOf(error, code), { pluginId: 'stock' }))).toBe(first);
    expect(read(verdictOf(errorOf(error, code), { pluginId: 'stock', earlierUnknown: true }))).toBe(again);
    expect(read(verdictOf(errorOf(error, code, true), { pluginId: 'stock' }))).toBe(own);
  });

  it('a fault of the page may have come after the call had left', () => {
    expect(read(verdictOf(new TypeError('x'), { pluginId: 'stock' }))).toBe('u+');
    expect(read(verdictOf('thrown text'))).toBe('u+');
  });

  it('where nobody says which plugin it is, the sentence of any is an answer about a route with its own transaction', () => {
    expect(read(verdictOf(errorOf('other.rule', Refused, true)))).toBe('r-');
    expect(read(verdictOf(errorOf('refused', Refused, true)))).toBe('u+');
  });
});
