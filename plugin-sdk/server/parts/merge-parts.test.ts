import { describe, expect, it } from 'vitest';
import { defineContract, defineEvent, defineService, get, Type } from '../../contract/index.ts';
import { defineDataModel } from '../data-rights/data-model.ts';
import { small } from '../database/table-sizes.ts';
import { defineServerPlugin, provide, subscribe } from '../define-server-plugin.ts';
import { implement } from '../implement.ts';
import type { ServerPart } from './merge-parts.ts';

const routes = (name: string, path: `/api/${string}` = `/api/${name}`) =>
  implement<never>()(defineContract(name, { one: get(path, { summary: '', need: 'session', audit: 'none', reply: Type.String() }) }), { one: () => name });
const job = (name: string) => ({ name, when: 'demand' as const, run: async () => undefined });
const done: string[] = [];
const part = (name: string, more: Partial<ServerPart<never>> = {}): ServerPart<never> => ({
  name,
  implementations: [routes(name)],
  services: [provide(defineService<string>(`${name}@1`), () => name)],
  subscribers: [subscribe(defineEvent<string>('heard@1'), async () => undefined)],
  jobs: [job(name)],
  tableSizes: { [name]: small(10) },
  start: async () => void done.push(`start ${name}`),
  stop: async () => void done.push(`stop ${name}`),
  demo: async () => void done.push(`demo ${name}`),
  ...more,
});
const whole = (...parts: ServerPart<never>[]) =>
  defineServerPlugin<never>({ schema: 'x', migrations: [], jobs: [job('own')], start: async () => void done.push('start own'), parts });

describe('parts of a server half', () => {
  it('are one half, in the order of the parts', () => {
    const { schema, implementations, services, subscribers, jobs, tableSizes, ...rest } = whole(part('a'), part('b'));
    expect(schema).toBe('x');
    expect(implementations?.map(({ contract }) => contract.name)).toEqual(['a', 'b']);
    expect(services?.map(({ token }) => token.id)).toEqual(['a@1', 'b@1']);
    expect(subscribers).toHaveLength(2);
    expect(jobs?.map(({ name }) => name)).toEqual(['own', 'a', 'b']);
    expect(Object.keys(tableSizes ?? {})).toEqual(['a', 'b']);
    expect(Object.keys(rest).sort()).toEqual(['demo', 'migrations', 'start', 'stop']);
  });

  it('start and fill in their order and stop in the opposite one, each although another fails', async () => {
    done.length = 0;
    const failing = part('b', {
      stop: async () => {
        throw new Error('b would not stop');
      },
    });
    const { start, stop, demo } = whole(part('a'), failing, part('c'));
    await start?.({} as never);
    await demo?.({}, {} as never);
    await expect(stop?.()).rejects.toThrow('b would not stop');
    expect(done).toEqual(['start own', 'start a', 'start b', 'start c', 'demo a', 'demo b', 'demo c', 'stop c', 'stop a']);
  });

  it.each<[string, Partial<ServerPart<never>>]>([
    ['route GET /api/a', { implementations: [routes('other', '/api/a')] }],
    ["service 'a@1'", { services: [provide(defineService<string>('a@1'), () => '')] }],
    ["job 'a'", { jobs: [job('a')] }],
    ["table 'a'", { tableSizes: { a: small(1) } }],
    ['invariants', { invariants: { concerns: 'x', rules: [] } }],
    ["data model of 'm'", { dataModels: [defineDataModel({ menu: 'm', table: 'x.m', orgColumn: 'org_id', fields: {} })] }],
    ["frames 'chat'", { sockets: [{ frames: { name: 'chat', hears: {}, pushes: {} }, handlers: {} } as never] }],
  ])('are refused by name where two claim the %s', (what, more) => {
    const first = part('a', {
      invariants: { concerns: 'x', rules: [] },
      dataModels: [defineDataModel({ menu: 'm', table: 'x.m', orgColumn: 'org_id', fields: {} })],
      sockets: [{ frames: { name: 'chat', hears: {}, pushes: {} }, handlers: {} } as never],
    });
    expect(() => whole(first, { name: 'b', ...more })).toThrow(`Two parts of the server half claim the ${what}: a and b.`);
  });

  it('are refused where one claims what the half has itself, and where two have one name', () => {
    expect(() => whole(part('a', { jobs: [job('own')] }))).toThrow("Two parts of the server half claim the job 'own': index and a.");
    expect(() => whole({ name: 'a' }, { name: 'a' })).toThrow("claim the name 'a'");
  });
});
