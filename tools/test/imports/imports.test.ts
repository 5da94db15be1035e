import { describe, expect, it } from 'vitest';
import { checkImports, unnamedFiles } from './check.mjs';
import { scanFile } from './scan.mjs';

const check = (files: Record<string, string>, dependsOn: Record<string, string[]> = {}): string[] =>
  checkImports(new Map(Object.entries(files).map(([file, text]) => [file, scanFile(file, text)])), new Map(Object.entries(dependsOn)));

describe('import rules', () => {
  it.each([
    ['plugin-sdk/contract/a.ts', "import fs from 'node:fs';", 'sdk-contract-is-pure'],
    ['plugin-sdk/web/a.ts', "import { x } from '../server/index.ts';", 'sdk-web-not-server'],
    ['shell/web/a.ts', "import { x } from '../server/index.ts';", 'shell-web-not-server'],
    ['shell/server/a.ts', "import { x } from '../../plugins/pharmacy/contract/index.ts';", 'shell-knows-no-plugin'],
    ['plugins/a/web/x.tsx', "import { y } from '../../../shell/web/net/http.ts';", 'plugins-not-shell'],
    ['plugins/a/web/x.tsx', "import { y } from '../server/y.ts';", 'plugin-web-not-server'],
    ['plugins/a/web/x.tsx', "import { y } from '../../b/domain/y.ts';", 'plugins-one-door'],
    ['plugins/a/domain/x.ts', "import dayjs from 'dayjs';", 'rules-are-pure'],
    ['plugins/a/server/x.ts', "import pg from 'pg';", 'one-database-driver'],
    ['plugins/a/server/x.ts', "import https from 'node:https';", 'one-way-out'],
    ['plugins/a/server/x.ts', "import { request } from 'http';", 'one-way-out'],
    ['shell/server/http/x.ts', "import { connect } from 'node:net';", 'one-way-out'],
    ['plugins/a/web/x.tsx', "import { Button } from '@douyinfe/semi-ui';", 'one-name-for-the-ui-library'],
    ['plugins/a/web/x.tsx', "const load = () => import('axios');", 'one-http-client'],
  ])('%s may not say %s', (file, text, rule) => {
    expect(check({ [file]: text }).join('\n')).toContain(rule);
  });

  it.each([
    ['plugins/a/web/x.tsx', "fetch('/api')", 'network'],
    ['plugins/a/web/x.tsx', "localStorage.setItem('a', 'b')", 'browser storage'],
    ['plugins/a/domain/x.ts', 'export const t = () => Date.now()', 'clock'],
    ['plugins/a/web/x.tsx', 'export const today = new Date()', 'clock'],
    ['shell/server/x.ts', 'process.env.PORT', 'process.env'],
    ['shell/web/x.tsx', 'export const a = <div dangerouslySetInnerHTML={{ __html: "" }} />', 'raw HTML'],
    ['tools/x.mjs', 'new Function("a")', 'eval'],
    ['shell/server/db/x.ts', "import { AsyncLocalStorage } from 'node:async_hooks'; export const a = new AsyncLocalStorage()", 'async storage'],
  ])('%s may not use %s', (file, text, name) => {
    expect(check({ [file]: text }).join('\n')).toContain(name);
  });

  it('lets a plugin use the door of a plugin it depends on, and only then', () => {
    const files = { 'plugins/a/server/x.ts': "import { token } from '../../b/contract/index.ts';" };
    expect(check(files, { a: ['b'] })).toEqual([]);
    expect(check(files)).toHaveLength(1);
  });

  it('lets only the way out open connections, and others know their types', () => {
    expect(check({ 'shell/server/outbound/x.ts': "import https from 'node:https';" })).toEqual([]);
    expect(check({ 'shell/server/x.ts': "import type { AddressInfo } from 'node:net';" })).toEqual([]);
  });

  it('finds a circle of run-time imports but not of types', () => {
    expect(check({ 'shell/web/a.ts': "import { b } from './b.ts';", 'shell/web/b.ts': "import { a } from './a.ts';" }).join()).toContain('circle');
    expect(check({ 'shell/web/a.ts': "import { b } from './b.ts';", 'shell/web/b.ts': "import type { A } from './a.ts';" })).toEqual([]);
  });

  it.each([
    ["import { x } from './x';", './x'],
    ["export * from '../a';", '../a'],
    ["const load = () => import('./page');", './page'],
    ["import type { X } from '.';", '.'],
  ])('%s names no file', (text, specifier) => {
    expect(unnamedFiles(new Map([['tests/a.ts', scanFile('tests/a.ts', text)]]))).toEqual([
      `tests/a.ts:1: ${specifier} names no file; say it with its ending, as in './name.ts'`,
    ]);
  });

  it('a file with its ending does, and a folder of migrations, and packages are looked for elsewhere', () => {
    const text = "import { x } from './x.ts';\nimport migrations from './migrations';\nimport fc from 'fast-check';";
    expect(unnamedFiles(new Map([['tests/a.ts', scanFile('tests/a.ts', text)]]))).toEqual([]);
  });
});
