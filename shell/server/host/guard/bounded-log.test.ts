import { expect, it } from 'vitest';
import { boundedLog } from './bounded-log.ts';

it('writes the first lines of a minute and says how many were left out', () => {
  const lines: string[] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  let now = 0;
  const log = boundedLog({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, () => now, 2);
  for (let at = 0; at < 40_000; at += 1) log.info({ at }, 'again');
  expect(lines).toEqual(['info again {"at":0}', 'info again {"at":1}']);
  now = 59_000;
  log.info({ text: 'x'.repeat(1e6) }, 'left out');
  now = 60_000;
  log.error({}, 'later');
  expect(lines.slice(2)).toEqual(['warn lines of this plugin were left out: it wrote too many {"leftOut":39999}', 'error later {}']);
  log.error({ text: 'x'.repeat(1e6) }, 'y'.repeat(1e6));
  expect(lines.at(-1)?.length).toBeLessThan(11_000);
});
