import { describe, expect, it } from 'vitest';
import { jobTextIn } from './job-texts.ts';
import { NEXT_RUN_WIDTH } from './next-run.tsx';
import { durationWords, whenWords } from './when-words.ts';

/** Of the table. */
const CELL_PADDING = 24;
const every = (everySeconds: number) => ({ everySeconds, cron: '' });
const at = (cron: string) => ({ everySeconds: null, cron });

describe('when a job runs, in words', () => {
  it.each([
    [every(1), '每秒', 'every second'],
    [every(90), '每 90 秒', 'every 90 seconds'],
    [every(60), '每分钟', 'every minute'],
    [every(300), '每 5 分钟', 'every 5 minutes'],
    [every(3_600), '每小时', 'every hour'],
    [every(7_200), '每 2 小时', 'every 2 hours'],
    [every(86_400), '每天一次', 'once a day'],
    [every(604_800), '每 7 天', 'every 7 days'],
    [every(0.5 + 1), '每 1.5 秒', 'every 1.5 seconds'],
    [at('30 2 * * *'), '每天 02:30', 'every day at 02:30'],
    [at('0 6,18 * * *'), '每天 06:00, 18:00', 'every day at 06:00, 18:00'],
    [at('* * * * *'), '每分钟', 'every minute'],
    [at('*/5 * * * *'), '每 5 分钟', 'every 5 minutes'],
    [at('5 * * * *'), '每小时第 05 分', 'every hour at minute 05'],
    [at('0 3 * * 1'), '每周一 03:00', 'on Monday at 03:00'],
    [at('0 3 * * 0'), '每周日 03:00', 'on Sunday at 03:00'],
    [at('0 3 * * 7'), '每周日 03:00', 'on Sunday at 03:00'],
    [at('0 3 * * 1-3'), '每周一、周二、周三 03:00', 'on Monday, Tuesday, Wednesday at 03:00'],
    [at('0 3 1,15 * *'), '每月 1, 15 日 03:00', 'on day 1, 15 of each month at 03:00'],
    [at(''), '由人启动', 'on demand'],
  ])('%j', (when, zh, en) => {
    expect([whenWords(when, 'zh'), whenWords(when, 'en')]).toEqual([zh, en]);
  });

  it.each(['*/7 * * * *', '0 3 1 1 *', '0 3 1 * 1', '0 3 L * *', '0 3 * * MON', '0 */2 * * *', '*/20 8-18 * * 1-5', '0 0-23 * * *'])(
    'a timetable without a short sentence shows as it stands: %s',
    (cron) => expect(whenWords(at(cron), 'zh')).toBe(`按时间表 ${cron}`),
  );
});

it.each(['zh', 'zhtw', 'en'] as const)('the words of the next run fit their column: %s', (language) => {
  const say = jobTextIn(language);
  const room = NEXT_RUN_WIDTH - CELL_PADDING;
  // A Chinese sign is as wide as the letters are high, a Latin one about half of that.
  const wide = (words: string) => [...words].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 14 : 7), 0);
  expect((['byHand', 'soon', 'dueNow'] as const).filter((key) => wide(say(key)) > room)).toEqual([]);
});

it('says how long something took in at most two units', () => {
  const say = jobTextIn('zh');
  const took = [0, 999, 1_000, 59_400, 60_000, 80_000, 3_600_000, 9_000_000].map((ms) => durationWords(ms, say));
  expect(took).toEqual(['不到 1 秒', '不到 1 秒', '1 秒', '59 秒', '1 分 0 秒', '1 分 20 秒', '1 小时 0 分', '2 小时 30 分']);
});
