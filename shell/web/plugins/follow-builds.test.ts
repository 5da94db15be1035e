import { expect, it } from 'vitest';
import { followBuilds } from './follow-builds.ts';

it('reads registry and session again for a build of a server where plugins are written, and for nothing else', async () => {
  const done: string[] = [];
  const heard: ((frame: Readonly<Record<string, unknown>>) => void)[] = [];
  followBuilds({
    socket: { on: (method, listener) => void (method === 'registryChanged' && heard.push(listener)) },
    host: { revision: 'r1', reload: async () => void done.push('registry') },
    readSession: async () => void done.push('session'),
  });
  const [listener] = heard;
  listener?.({ revision: 'r2' });
  listener?.({ revision: 'r1', now: true });
  expect(done).toEqual([]);
  listener?.({ revision: 'r2', now: true });
  expect(done).toEqual(['registry', 'session']);
});
