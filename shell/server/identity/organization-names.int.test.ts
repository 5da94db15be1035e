import { defineContract, get, type OrgId, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, organizationNames } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const contract = defineContract('asking', {
  names: get('/api/test/names', {
    summary: 'names of organisations',
    need: 'session',
    audit: 'none',
    query: Type.Object({ ids: Type.String() }),
    reply: Type.Array(Type.Array(Type.String())),
  }),
});
const words = { zh: 'asking', zhtw: 'asking', en: 'asking' };

let server: TestServer;
beforeAll(async () => {
  const definition = definePlugin({ id: 'asking', version: '1.0.0', sdk: '^1.0.0', name: words, pages: [], menus: [] });
  const names = implement<never>()(contract, {
    names: async ({ query }, ctx) => [...(await ctx.service(organizationNames).of(query.ids.split(',').filter(Boolean) as OrgId[]))],
  });
  server = await startTestServer({ inline: [{ definition, server: defineServerPlugin<never>({ implementations: [names] }) }] });
});
afterAll(() => server.close());

it('any plugin learns what organisations are called; those that do not exist are absent', async () => {
  const doctor = await server.signIn('doctor');
  const { data } = await doctor.get<string[][]>('/api/test/names?ids=org-gz,nobody');
  expect(data).toEqual([['org-gz', expect.stringMatching(/.{2}/)]]);
  expect((await doctor.get<string[][]>('/api/test/names?ids=')).data).toEqual([]);
});
