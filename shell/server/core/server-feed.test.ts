import { expect, it } from 'vitest';
import type { LoggedProblem } from '@nephra/plugin-sdk/server';
import { createLog } from './log.ts';
import { ServerFeed } from './server-feed.ts';

const NOW = new Date('2026-03-02T02:00:00Z');

function heardBy(level = 'silent') {
  const lines: string[] = [];
  const feed = new ServerFeed(() => NOW);
  const problems: LoggedProblem[] = [];
  const end = feed.onProblem((problem) => problems.push(problem));
  const raw = createLog(level, { write: (line: string) => void lines.push(line) });
  return { feed, problems, lines, end, log: feed.hear(raw, 'core') };
}

it('2.5-05: an error in the log is heard with its place and call, without the values a database complained about', () => {
  const { problems, log, lines } = heardBy('info');
  log.error(
    { err: Object.assign(new Error('invalid input "张三"'), { code: '22P02' }), route: 'charge.create', plugin: 'charging', requestId: 'r1' },
    'a handler failed',
  );
  log.warn({ route: 'charge.create' }, 'a call was refused');
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ at: NOW, pluginId: 'charging', place: 'charge.create', requestId: 'r1', message: 'a handler failed' });
  expect(JSON.parse(problems[0]?.error ?? '')).toMatchObject({ message: 'database error 22P02', code: '22P02' });
  expect(problems[0]?.error).not.toContain('张三');
  // The log itself goes on as before.
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a handler failed', 'a call was refused']);
});

it('is heard where the log is silent, of the child of a plugin under its name, and of nobody after the end', () => {
  const { feed, problems, log, end } = heardBy();
  const child = feed.hear(log.child({ plugin: 'pharmacy' }), 'pharmacy');
  child.error({ job: 'pharmacy.expiry' }, 'a job failed');
  log.fatal('gone');
  expect(problems.map(({ pluginId, place, message, error }) => [pluginId, place, message, error])).toEqual([
    ['pharmacy', 'pharmacy.expiry', 'a job failed', ''],
    ['core', '', 'gone', ''],
  ]);
  end();
  child.error({}, 'again');
  expect(problems).toHaveLength(2);
});

it('a listener that fails keeps neither the log nor the others from going on', () => {
  const { feed, problems, log } = heardBy();
  feed.onProblem(() => {
    throw new Error('listener');
  });
  feed.onCall(() => {
    throw new Error('listener');
  });
  log.error({}, 'one');
  feed.finished({} as never);
  expect(problems).toHaveLength(1);
});
