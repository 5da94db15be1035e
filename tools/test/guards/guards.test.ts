import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findGuards, NOTED, withGuardsWatched, withGuardTurned } from './find-guards.mjs';

const root = mkdtempSync(path.join(tmpdir(), 'nephra-guards-'));
afterAll(() => rmSync(root, { recursive: true }));

const code = `export async function edit(ctx, id) {
  const row = await ctx.db.selectFrom('x.y').where('org_id', 'in', ctx.user.orgIds).where('id', '=', id).executeTakeFirst();
  await assertAdministers(ctx, 'edit', row.org_id);
  if (!ctx.can('x.y:btn_edit')) throw forbidden();
  const all = query.where(visibleRows(ctx, model));
  return row;
}
`;

function guardsOf(text: string) {
  mkdirSync(path.join(root, 'plugins/x/server'), { recursive: true });
  writeFileSync(path.join(root, 'plugins/x/server/edit.command.ts'), text);
  writeFileSync(path.join(root, 'plugins/x/server/edit.test.ts'), text);
  return findGuards(root);
}

it('finds every manner of guard, and none in tests', () => {
  expect(guardsOf(code).map(({ file, line, kind }) => `${file}:${line} ${kind}`)).toEqual([
    'plugins/x/server/edit.command.ts:2 filter by organisation',
    'plugins/x/server/edit.command.ts:3 assertion',
    'plugins/x/server/edit.command.ts:4 refusal',
    'plugins/x/server/edit.command.ts:5 filter of rows',
  ]);
});

it('turns one of them and leaves the rest', () => {
  const turned = guardsOf(code).map((guard) => withGuardTurned(code, guard).split('\n')[guard.line - 1]?.trim());
  expect(turned).toEqual([
    "const row = await ctx.db.selectFrom('x.y').where('id', '=', id).executeTakeFirst();",
    ';',
    "if (!(!ctx.can('x.y:btn_edit'))) throw forbidden();",
    'const all = query;',
  ]);
});

it('lets each of them say when it is come by', () => {
  const guards = guardsOf(code);
  const note = (line: number) => `globalThis.${NOTED}?.add('plugins/x/server/edit.command.ts:${line}')`;
  const watched = withGuardsWatched(code, guards).split('\n');
  expect(guards.map((guard) => watched[guard.line - 1]?.trim())).toEqual([
    `const row = await ctx.db.selectFrom('x.y').$call((query) => (${note(2)}, query)).where('org_id', 'in', ctx.user.orgIds).where('id', '=', id).executeTakeFirst();`,
    `${note(3)}; await assertAdministers(ctx, 'edit', row.org_id);`,
    `if (${note(4)}, !ctx.can('x.y:btn_edit')) throw forbidden();`,
    `const all = query.$call((query) => (${note(5)}, query)).where(visibleRows(ctx, model));`,
  ]);
});

it('refuses to turn a line that is no longer what it was', () => {
  const [guard] = guardsOf(code);
  expect(() => withGuardTurned(code.replace('x.y', 'z'), guard as NonNullable<typeof guard>)).toThrow(/no longer/);
});
