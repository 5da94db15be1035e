import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import { defineContract, get } from '../../contract/route.ts';
import type { ServerPlugin } from '../../server/define-server-plugin.ts';
import { Type } from 'typebox';
import { declaredCodes, migrationFindings, pageFindings, serverFindings } from './declared-is-coded.ts';
import { findingsIn, withoutComments } from './source-rules.ts';

const title = { zh: '', zhtw: '', en: '' };
const manifest = (dependsOn: string[] = []): PluginManifest => ({
  schema: 1,
  id: 'acme',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: title,
  dependsOn,
  contributes: {
    pages: ['acme.a', 'acme.c'],
    menuTypes: [],
    slots: [],
    menus: [
      { enCode: 'acme.a', type: 2, title, buttons: [{ enCode: 'btn_add', title }] },
      { enCode: 'acme.b', type: 2, title },
    ],
    permissions: [{ enCode: 'acme.extra', title }],
  },
  outboundHosts: [],
  locales: { zh: '', zhtw: '', en: '' },
  files: {},
});
const server = (more: Partial<ServerPlugin<unknown>>): ServerPlugin<unknown> => ({ schema: 'acme', ...more });
const needing = (need: 'perm:acme.a' | 'perm:acme.a:btn_add' | 'perm:acme.extra' | 'perm:other' | 'public') =>
  server({
    implementations: [{ contract: defineContract('acme', { x: get('/api/x', { summary: '', need, audit: 'none', reply: Type.Null() }) }), handlers: {} }],
  });

describe('declared is coded', () => {
  it('knows the codes of menus, buttons and single permissions', () => {
    expect([...declaredCodes(manifest())]).toEqual(['acme.a', 'acme.a:btn_add', 'acme.b', 'acme.extra']);
    for (const need of ['perm:acme.a', 'perm:acme.a:btn_add', 'perm:acme.extra', 'public'] as const)
      expect(serverFindings(needing(need), manifest())).toEqual([]);
    expect(serverFindings(needing('perm:other'), manifest())[0]).toContain("acme.x needs 'other'");
    expect(serverFindings(needing('perm:other'), manifest(['other']))).toEqual([]);
  });

  it('finds pages without menu', () => {
    expect(pageFindings(manifest())).toEqual([expect.stringContaining("page 'acme.c'")]);
  });

  it('finds migrations out of order, badly named, in a foreign schema', async () => {
    const run = (...names: string[]) => serverFindings(server({ migrations: names.map((name) => ({ name, sql: 'create table acme.x ()' })) }), manifest());
    expect(run('0001-a', '0002-b')).toEqual([]);
    expect(run('0002-b', '0001-a')).toHaveLength(1);
    expect(run('0001-a', '0001-a')).toHaveLength(1);
    expect(run('first')).toHaveLength(1);
    const foreign = await migrationFindings(
      server({ migrations: [{ name: '0001-a', sql: 'CREATE TABLE IF NOT EXISTS "patient"."x" (); alter table acme.y add z int; select pg_sleep(9)' }] }),
    );
    expect(foreign).toEqual([expect.stringContaining("touches 'patient.x'; only the schema 'acme'"), expect.stringContaining('calls the function pg_sleep')]);
    expect(serverFindings({ migrations: [{ name: '0001-a', sql: '' }] }, manifest())).toEqual([expect.stringContaining('must name its SQL schema')]);
  });
});

describe('source rules', () => {
  it.each([
    ['web', 'const a = await fetch(url);', 'useClient'],
    ['web', 'localStorage.setItem("a", "b");', 'ctx.drafts'],
    ['web', '<p dangerouslySetInnerHTML={x} />', 'SafeHtml'],
    ['web', "location.href = '/x';", 'ctx.navigate'],
    ['server', 'const a = process.env.SECRET;', 'ctx.settings'],
    ['server', "import { readFile } from 'node:fs/promises';", 'ctx.files'],
    ['server', "import { request } from 'node:https';", 'ctx.outbound'],
    ['server', 'const answer = await fetch(url);', 'ctx.outbound'],
    ['server', "import axios from 'axios';", 'ctx.outbound'],
    ['server', 'const now = new Date();', 'ctx.clock'],
    ['both', "const apiKey = 'abcdefgh12345678';", 'ctx.settings'],
    ['both', 'eval(text);', 'code out of text'],
  ] as const)('%s: %s', (half, line, advice) => {
    const [finding, ...more] = findingsIn(`\n${line}\n`, 'x.ts', half);
    expect(more).toEqual([]);
    expect(finding).toContain('x.ts:2');
    expect(finding).toContain(advice);
  });

  it('lets the SDK’s own ways, comments and dates of records pass', () => {
    const fine = `// never fetch() here\n/* localStorage\n eval( */\nconst day = new Date(row.time); ctx.fetchList(); const url = 'http://x/'; client.list();`;
    expect([...findingsIn(fine, 'x.ts', 'web'), ...findingsIn(fine, 'x.ts', 'server')]).toEqual([]);
    expect(withoutComments(fine).split('\n')).toHaveLength(4);
  });
});
