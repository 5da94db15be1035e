import { expect, it } from 'vitest';
import { boundedLog } from './bounded-log.ts';

it('writes the first lines of a minute and says at its end how many were left out', () => {
  const lines: string[] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  let [now, looks] = [1_000, 0];
  const ends: { readonly at: number; readonly act: () => void }[] = [];
  const log = boundedLog(
    { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    () => {
      looks += 1;
      return now;
    },
    2,
    (ms, act) => ends.push({ at: now + ms, act }),
  );
  for (let at = 0; at < 40_000; at += 1) log.info({ at }, 'again');
  expect(lines).toEqual(['info again {"at":0}', 'info again {"at":1}']);
  // What is left out costs no look at the clock.
  expect(looks).toBeLessThan(10);
  now = 59_000;
  log.info({ text: 'x'.repeat(1e6) }, 'left out');
  expect(ends.map(({ at }) => at)).toEqual([60_000]);
  now = 60_000;
  ends[0]?.act();
  expect(lines.slice(2)).toEqual(['warn lines of this plugin were left out: it wrote too many {"leftOut":39999}']);
  log.error({}, 'later');
  log.error({ text: 'x'.repeat(1e6) }, 'y'.repeat(1e6));
  expect(lines.at(-2)).toBe('error later {}');
  expect(lines.at(-1)?.length).toBeLessThan(11_000);
  now = 120_000;
  ends[1]?.act();
  // Nothing was left out of that minute.
  expect(lines).toHaveLength(5);
});
