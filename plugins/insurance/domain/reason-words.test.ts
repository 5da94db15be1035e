import { describe, expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import zhtw from '../locales/zhtw.json' with { type: 'json' };
import { reasonWords } from './reason-words.ts';

describe('why there is no answer, in plain words', () => {
  it.each(['timeout', 'broken', 'connect', 'aborted', 'too-large', 'not-allowed', 'process-ended', 'setl_id', 'HTTP 502', '<html>Bad', ''])('%s', (reason) => {
    const words = reasonWords(reason);
    const name = words?.key.split('.')[1] ?? '';
    for (const { reasons } of [zh, zhtw, en]) expect((reasons as Record<string, string>)[name]).toBeTruthy();
  });

  it('what the platform said stays as it is', () => {
    expect(reasonWords('余额不足')).toBeUndefined();
  });
});
