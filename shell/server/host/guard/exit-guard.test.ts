import { expect, it } from 'vitest';
import { guardExit, PluginExit } from './exit-guard.ts';
import { asPlugin, pluginAtWork } from './plugin-scope.ts';
import { TookTooLong, within } from './time-limit.ts';

it('a plugin cannot end the process, whatever it calls; the server can', async () => {
  const ended: string[] = [];
  const target = {
    pid: 77,
    exit: (code?: number | string | null) => void ended.push(`exit ${code}`),
    reallyExit: (code?: number) => void ended.push(`really ${code}`),
    abort: () => void ended.push('abort'),
    kill: (pid: number) => ended.push(`kill ${pid}`) > 0,
  };
  const exit = guardExit(target as never);
  for (const way of [
    () => target.exit(0),
    () => target.reallyExit(0),
    () => target.abort(),
    () => target.kill(77),
    () => target.kill(0),
    () => target.kill(-77),
  ]) {
    expect(() => asPlugin('beds', way)).toThrow(PluginExit);
  }
  // What it leaves behind is its own, too.
  const late = await asPlugin('beds', () => new Promise<unknown>((resolve) => setTimeout(() => resolve(pluginAtWork()), 1))); // waits: a timer is what is looked at
  expect(late).toBe('beds');
  expect(ended).toEqual([]);
  asPlugin('beds', () => target.kill(78));
  target.exit(3);
  exit(4);
  expect(ended).toEqual(['kill 78', 'exit 3', 'exit 4']);
});

it('work is waited for as long as it may take', async () => {
  expect(await within(1, 'x', Promise.resolve(7))).toBe(7);
  await expect(within(0.01, 'start', new Promise(() => undefined))).rejects.toThrow(TookTooLong);
  await expect(within(1, 'x', Promise.reject(new Error('own')))).rejects.toThrow('own');
});
