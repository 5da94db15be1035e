import { expect, it } from 'vitest';
import { ApartPackage, type ApartPackageParts } from '../../apart-package.ts';
import type { PackageProcess } from '../../package-process.ts';
import type { Description } from '../../wire/messages.ts';

const DESCRIBED: Description = {
  ...{ migrations: [], implementations: [], services: [], extensions: [], subscribers: [], jobs: [], sockets: [] },
  ...{ has: { demo: false, start: false, stop: false }, documents: {} },
};

/** A process that answers whatever it is asked. */
const answering = (): PackageProcess => {
  const request = async (op: string) => (op === 'load' ? DESCRIBED : op === 'make' ? { services: [], extensions: [] } : `${op} done`);
  const door = { ask: (_p: number, _ctx: unknown, ask: (facts: unknown) => Promise<unknown>) => ask({}), peer: { request, asked: 0 } };
  return { over: false, door, take: () => ({ p: 1, leave: () => undefined }), loaded: () => undefined } as unknown as PackageProcess;
};

it('of which no process could be made is started by the next call', async () => {
  let made = 0;
  const parts = {
    ...{ order: { pluginId: 'acme' }, owner: {}, startSeconds: 60, idleMinutes: 60, patience: () => ({ call: 60, service: 60 }) },
    ...{ called: () => undefined, notAnswered: () => undefined, ended: () => undefined, gaveUp: () => undefined },
    process: async () => {
      made += 1;
      if (made === 1) throw new Error('spawn EAGAIN');
      return answering();
    },
  } as unknown as ApartPackageParts;
  const apart = new ApartPackage(parts);
  apart.takeAsKnown(DESCRIBED);
  await expect(apart.call('units.list', [])).rejects.toThrow('EAGAIN');
  expect(await apart.call('units.list', [])).toBe('units.list done');
  expect(made).toBe(2);
  await apart.end();
});
