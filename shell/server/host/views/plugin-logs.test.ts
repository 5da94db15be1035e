import type { LoggedProblem } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { MAX_LOG_LINES, PluginLogs } from './plugin-logs.ts';

function logs() {
  const heard: ((problem: LoggedProblem) => void)[] = [];
  const written: string[] = [];
  const kept = new PluginLogs(() => new Date(5), {
    onProblem(listener) {
      heard.push(listener);
      return () => undefined;
    },
  });
  const line = (level: string) => (_fields: object, message: string) => void written.push(`${level} ${message}`);
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  const problem = (pluginId: string, error = '') =>
    heard[0]?.({ at: new Date(5), pluginId, place: 'entries.list', requestId: '', message: 'a call failed', error });
  return { kept, written, log, problem };
}

describe('the log of a plugin', () => {
  it('keeps lines with their fields, and goes on into the log of the server', () => {
    const { kept, written, log } = logs();
    const own = kept.keep('acme', log);
    own.info({ rows: 3 }, 'rows were read');
    own.warn({}, 'slow');
    expect(kept.of('acme')).toEqual([
      { number: 1, time: 5, level: 'info', text: 'rows were read {"rows":3}' },
      { number: 2, time: 5, level: 'warn', text: 'slow' },
    ]);
    expect(kept.of('acme', 1)).toHaveLength(1);
    expect(kept.of('other')).toEqual([]);
    expect(written).toEqual(['info rows were read', 'warn slow']);
  });

  it('has the errors that the server logs about it, once each, with their stack; none of the server itself', () => {
    const { kept, log, problem } = logs();
    kept.keep('acme', log).error({}, 'written by the plugin');
    problem('acme', JSON.stringify({ message: 'x', stack: 'Error: x\n    at list' }));
    problem('core');
    expect(kept.of('acme').map(({ text }) => text)).toEqual(['a call failed (entries.list) Error: x\n    at list']);
    expect(kept.of('core')).toEqual([]);
  });

  it('says what failed where a stack does not, and leaves out what runs the package', () => {
    const { kept, problem } = logs();
    const stack =
      '    at fail (acme@1.0.0:3:70)\n    at LoadedHalf.route (file:///srv/package-process.mjs:128:24325)\n    at AsyncLocalStorage.run (node:async_hooks:346:14)';
    problem('acme', JSON.stringify({ type: 'TypeError', message: 'no specimen', stack }));
    expect(kept.of('acme').map(({ text }) => text)).toEqual(['a call failed (entries.list) TypeError: no specimen\n    at fail (acme@1.0.0:3:70)']);
  });

  it('is bounded in lines and in their length, and survives fields that have no text', () => {
    const { kept, log } = logs();
    const own = kept.keep('acme', log);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    own.info(circle, 'circle');
    for (let line = 0; line < MAX_LOG_LINES + 50; line += 1) own.info({}, 'x'.repeat(5_000));
    const lines = kept.of('acme');
    expect(lines).toHaveLength(MAX_LOG_LINES);
    expect(lines.at(-1)?.number).toBe(MAX_LOG_LINES + 51);
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(600);
  });
});
