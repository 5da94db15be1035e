import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { clockOffsetIn, clockReason, secondsAhead } from './clock-offset.ts';
import { reasonWords } from './reason-words.ts';

describe('why there is no answer, in plain words', () => {
  it.each(['timeout', 'broken', 'connect', 'aborted', 'too-large', 'not-allowed', 'process-ended', 'setl_id', 'HTTP 502', '<html>Bad', ''])('%s', (reason) => {
    const words = reasonWords(reason);
    const name = words?.key.split('.')[1] ?? '';
    for (const { reasons } of [zh, zhtw, en]) expect((reasons as Record<string, string>)[name]).toBeTruthy();
  });

  it('an offset of the clock travels with what the gateway said, and is told with its cure', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -400 * 86_400, max: 400 * 86_400 }), fc.nat(10_000), (said, aheadSeconds, allowed) => {
        expect(clockOffsetIn(clockReason({ said, aheadSeconds, allowed }))).toEqual({ said, aheadSeconds, allowed });
      }),
    );
    const now = Date.parse('2026-03-02T02:06:40Z');
    expect([secondsAhead('Mon, 02 Mar 2026 02:00:00 GMT', now), secondsAhead(undefined, now), secondsAhead('soon', now)]).toEqual([400, undefined, undefined]);
    for (const [aheadSeconds, key] of [
      [400, 'reasons.clock-ahead'],
      [-400, 'reasons.clock-behind'],
    ] as const) {
      expect(reasonWords(clockReason({ said: '签名校验失败', aheadSeconds, allowed: 180 }))).toEqual({
        key,
        params: { said: '签名校验失败', seconds: 400, allowed: 180 },
      });
      for (const { reasons } of [zh, zhtw, en]) expect((reasons as Record<string, string>)[key.slice('reasons.'.length)]).toContain('NTP');
    }
  });

  it('what the platform said stays as it is', () => {
    expect(reasonWords('余额不足')).toBeUndefined();
    expect(reasonWords('余额不足 [clock]')).toBeUndefined();
  });
});
