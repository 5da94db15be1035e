import { expect, it } from 'vitest';
import { coreTexts } from '../../i18n/core-texts.ts';
import { sentence } from './reason.ts';

const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
const ENDS = ['apart-exit', 'apart-crash', 'apart-hang', 'apart-memory', 'apart-channel', 'quarantined-apart', 'quarantined', 'paused'];
const params = { detail: '400 MB', times: 3, seconds: 10 };

it.each(LANGUAGES)('what a process was at is said, or that nobody had called it (%s)', (language) => {
  const noCall = coreTexts.find(language, 'plugin.no-call') ?? 'missing';
  for (const key of ENDS) {
    const [called, uncalled] = ['GET /api/beds', ''].map((place) => sentence({ key, params: { ...params, place } }, language));
    expect([key, `${called}${uncalled}`]).toEqual([key, expect.not.stringMatching(/\{\{|undefined/)]);
    if (key !== 'apart-channel') {
      expect(called).toContain('GET /api/beds');
      expect(uncalled).toContain(noCall);
    }
  }
});

it.each(LANGUAGES)('every end says what to do next (%s)', (language) => {
  const next = { zh: /请稍后重试|允许运行|再试/, zhtw: /請稍後重試|允許執行|再試/, en: /[Tt]ry again|Let it run|tried again/ }[language];
  for (const key of ENDS) expect([key, sentence({ key, params: { ...params, place: '' } }, language)]).toEqual([key, expect.stringMatching(next)]);
});
