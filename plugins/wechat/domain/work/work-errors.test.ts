import { describe, expect, it, test } from 'vitest';
import { WORK_FAILURES } from '../../contract/work/work-limits.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { addressSeen, failureOf, isStaleToken, readSaid } from './work-errors.ts';

describe('codes of the service', () => {
  it.each([
    [0, undefined],
    [-1, 'busy'],
    [40001, 'secret'],
    [40013, 'corp'],
    [40014, 'token'],
    [42001, 'token'],
    [40029, 'code'],
    [40056, 'agent'],
    [45009, 'limited'],
    [60020, 'ip'],
    [81013, 'nobody'],
    [99999, 'refused'],
  ] as const)('%i means %s', (errcode, meaning) => expect(failureOf(errcode)).toBe(meaning));

  it('only those of a stale token are made again with a new one', () => {
    expect([40014, 42001, 40001, 41001].every(isStaleToken)).toBe(true);
    expect([0, -1, 40029, 45009, 60020].some(isStaleToken)).toBe(false);
  });
});

test('every failure has a sentence in three languages, and no two the same', () => {
  for (const texts of [zh, zhtw, en]) {
    const said = WORK_FAILURES.map((failure) => texts.errors.wechat[`work-${failure}`]);
    expect(said.every((sentence) => typeof sentence === 'string' && sentence.length > 5)).toBe(true);
    expect(new Set(said).size).toBe(WORK_FAILURES.length);
  }
});

test('an answer is read only where it has a code; what it says is cut and holds no control characters', () => {
  expect(readSaid('{"errcode":0,"errmsg":"ok","userid":"SIM.a"}')).toEqual({ errcode: 0, errmsg: 'ok', userid: 'SIM.a' });
  for (const body of ['', '<html>', '[]', 'null', '{}', '{"errcode":"0"}', '{"errcode":1.5}']) expect(readSaid(body), body).toBeUndefined();
  const long = readSaid(JSON.stringify({ errcode: 1, errmsg: `a\u0000b${'x'.repeat(500)}` }));
  expect([long?.errmsg.length, long?.errmsg.startsWith('a b')]).toEqual([160, true]);
});

test('the address that the service saw is taken out of its sentence', () => {
  expect(addressSeen('not allow to access from your ip, hint: [x], from ip: 203.0.113.9, more info at')).toBe('203.0.113.9');
  expect(addressSeen('not allow')).toBe('');
});
