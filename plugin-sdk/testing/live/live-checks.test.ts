import { describe, expect, it } from 'vitest';
import { defineContract, get, post, Type } from '../../contract/index.ts';
import { foreignFindings, hostileFindings, makeRows, manyRowsFindings, permissionFindings } from './live-checks.ts';
import type { LivePerson, LiveReply } from './live-client.ts';
import type { LiveRoute } from './live-routes.ts';

const contract = defineContract('beds', {
  list: get('/api/beds', {
    summary: 'x',
    need: 'perm:beds',
    audit: 'read',
    query: Type.Object({ pageSize: Type.Optional(Type.Integer()) }),
    reply: Type.Null(),
  }),
  add: post('/api/beds', {
    summary: 'x',
    need: 'perm:beds',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ name: Type.String({ maxLength: 20 }) }),
    reply: Type.Null(),
  }),
  one: get('/api/beds/{id}', { summary: 'x', need: 'perm:beds', audit: 'read', params: Type.Object({ id: Type.String() }), reply: Type.Null() }),
});
const routes: LiveRoute[] = Object.entries(contract.routes).map(([name, route]) => ({ name, route }));
const reply = (more: Partial<LiveReply>): LiveReply => ({ status: 200, code: 400, msg: '', data: null, milliseconds: 1, ...more });
const person = (answer: (method: string, address: string, input: { query?: unknown; body?: unknown }) => Partial<LiveReply>): LivePerson => ({
  account: 'somebody',
  call: async (method, address, input = {}) => reply(answer(method, address, input)),
});
const EFFORT = { inputs: 40, rows: 5, rounds: 1 };
const refused = person(() => ({ code: 403 }));
const everything = person(() => ({ code: 200, data: { list: [{ id: 'made-by-a' }] } }));

describe('the conformance suite', () => {
  it('finds routes that answer who may not', async () => {
    expect(await permissionFindings(routes, refused, refused)).toEqual([]);
    expect(await permissionFindings(routes, everything, refused)).toHaveLength(3);
    expect((await permissionFindings(routes, refused, everything))[0]).toContain('granted nothing');
  });

  it('finds faults by what people send, keys in place of texts, and answers that are none', async () => {
    expect(await hostileFindings(routes, refused, EFFORT)).toEqual([]);
    const fragile = person((method, _address, { body }) =>
      method === 'POST' && JSON.stringify(body)?.includes('<img') ? { status: 500, code: 599 } : { code: 200 },
    );
    expect((await hostileFindings(routes, fragile, { ...EFFORT, inputs: 300 })).join()).toMatch(/^add ended in a fault.*input: .*<img/);
    expect(
      (
        await hostileFindings(
          routes,
          person(() => ({ msg: 'beds.name-taken' })),
          EFFORT,
        )
      )[0],
    ).toContain("key 'beds.name-taken'");
    expect(
      (
        await hostileFindings(
          routes,
          person(() => ({ code: 0 })),
          EFFORT,
        )
      )[0],
    ).toContain('without an envelope');
  });

  it('finds rows that another organisation sees or reaches, and an account that proves nothing', async () => {
    const { made, ids } = await makeRows(
      routes,
      person(() => ({ code: 200, data: { id: 'made-by-a' } })),
      5,
    );
    expect({ made, ids: [...ids] }).toEqual({ made: 5, ids: ['made-by-a'] });
    const apart = person((_method, address) => (address.endsWith('/made-by-a') ? { code: 404 } : { code: 200, data: { list: [] } }));
    expect(
      await foreignFindings(
        routes.filter(({ name }) => name !== 'add'),
        ids,
        apart,
      ),
    ).toEqual([]);
    const found = await foreignFindings(routes, ids, everything);
    expect(found[0]).toContain('list shows somebody 1 rows');
    expect(found.join()).toContain('one lets somebody reach');
    expect((await foreignFindings(routes, ids, refused))[0]).toContain('may not open any list');
  });

  it('finds lists that ignore their page, and slow ones', async () => {
    const all = person(() => ({ code: 200, milliseconds: 5_000, data: { list: Array.from({ length: 200 }, () => ({})) } }));
    expect((await manyRowsFindings(routes, all)).join()).toMatch(/took 5000 ms.*sent 200/);
  });
});
