import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nextRound, orderOf, testsFor } from './choose-tests.mjs';
import { findGuards, isServerFile, SWITCH, withSwitches } from './find-guards.mjs';

const root = mkdtempSync(path.join(tmpdir(), 'nephra-guards-'));
afterAll(() => rmSync(root, { recursive: true }));

const FILE = 'plugins/x/server/edit.command.ts';
const code = `export async function edit(ctx, id) {
  const row = await ctx.db.selectFrom('x.y').where('org_id', 'in', ctx.user.orgIds).where(this.rowFilter()).where('id', '=', id).executeTakeFirst();
  await assertAdministers(ctx, 'edit', row.org_id);
  if (!ctx.can('x.y:btn_edit')) throw forbidden();
  const all = query.where(visibleRows(ctx, model, { rights: rightsOn(model.menu) }));
  await assertAdministers(ctx, 'edit', row.org_id);
  if (body.moved) await object.assertMayChange();
  for (const org of orgs) assertKnown(
    org,
  );
  return row;
}
`;

function guardsOf(text: string) {
  mkdirSync(path.join(root, 'plugins/x/server'), { recursive: true });
  writeFileSync(path.join(root, FILE), text);
  writeFileSync(path.join(root, 'plugins/x/server/edit.test.ts'), text);
  return findGuards(root);
}

describe('guards', () => {
  it('are found in every manner, several on a line, and none in tests', () => {
    expect(guardsOf(code).map(({ line, kind }) => `${line} ${kind}`)).toEqual([
      '2 filter by organisation',
      '2 filter of rows',
      '3 assertion',
      '4 refusal turned round',
      '4 refusal left out',
      '5 filter of rows',
      '6 assertion',
      '7 assertion',
      '8 assertion',
    ]);
    expect([FILE, 'shell/server/auth/sign-in.ts', 'plugins/x/server/edit.test.ts', 'plugins/x/web/edit.ts', 'tests/server.ts'].map(isServerFile)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('narrow rows by whatever rowFilter is handed on or made for the table', () => {
    const ways = ['.where(rowFilter)', ".where(rowFilter('bill'))", ".where(billRowFilter(ctx, 'bill'))", '.where(await ofSeenPatients(ctx, ofNobody(ctx)))'];
    const found = guardsOf(ways.map((way) => `  query = query${way};\n`).join(''));
    expect(found.map(({ line, kind }) => [line, kind])).toEqual(ways.map((_way, at) => [at + 1, 'filter of rows']));
    expect(found[0]?.switchIn('  query = query.where(rowFilter);')).toContain('[(eb) => eb.lit(true)] : [rowFilter]))');
  });

  it('are the doors of declared tables, known by the method; writing and reading for a reason are none', () => {
    const reads = ['.select(ctx, "p")', '.as(ctx, "p")', '.find(ctx, id)', '.one(ctx, id)', '.lock(ctx, id, body.version)'];
    const writes = ['.insert(ctx, row)', '.update(ctx, row, patch)', '.retire(ctx, row)', ".everywhere(ctx, 'a reason')", '.wire(row)'];
    const found = guardsOf([...reads, ...writes].map((call) => `  use(await bedTable${call});\n`).join(''));
    expect(found.map(({ line, kind }) => [line, kind])).toEqual(reads.map((_call, at) => [at + 1, 'door of a table']));
    const [first] = found;
    expect(first?.switchIn('  use(await bedTable.select(ctx));')).toBe(
      `  use(await ((globalThis.${SWITCH}?.('${first?.key}') === true) ? bedTable['~open'] : bedTable).select(ctx));`,
    );
  });

  it('are not what says of itself why it is none', () => {
    expect(guardsOf("  const sums = query.where('org_id', 'in', orgIds); // no guard: joined by organisation below\n")).toEqual([]);
  });

  it('keep their key when lines come and go, and no two have the same', () => {
    const keys = guardsOf(code).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(guardsOf(`// one more\n${code}`).map(({ key }) => key)).toEqual(keys);
  });

  it('get a switch each, in their own line', () => {
    const off = guardsOf(code).map(({ key }) => `(globalThis.${SWITCH}?.('${key}') === true)`);
    expect(withSwitches(FILE, code)?.split('\n').slice(1, 8)).toEqual([
      `  const row = await ctx.db.selectFrom('x.y').where(...(${off[0]} ? [(eb) => eb.lit(true)] : ['org_id', 'in', ctx.user.orgIds])).where(...(${off[1]} ? [(eb) => eb.lit(true)] : [this.rowFilter()])).where('id', '=', id).executeTakeFirst();`,
      `  ${off[2]} || await assertAdministers(ctx, 'edit', row.org_id);`,
      `  if (!${off[4]}) if (${off[3]} !== Boolean(!ctx.can('x.y:btn_edit'))) throw forbidden();`,
      `  const all = query.where(...(${off[5]} ? [(eb) => eb.lit(true)] : [visibleRows(ctx, model, { rights: rightsOn(model.menu) })]));`,
      `  ${off[6]} || await assertAdministers(ctx, 'edit', row.org_id);`,
      `  if (body.moved) ${off[7]} || await object.assertMayChange();`,
      `  for (const org of orgs) ${off[8]} || assertKnown(`,
    ]);
    expect(withSwitches(FILE, 'export const one = 1;')).toBeNull();
  });

  it('are on when nobody asks for the opposite, and off alone when somebody does', () => {
    const refuses = `if (!ctx.can('x')) throw 'refused';\nassertOpen(ctx);\n`;
    const act = new Function('ctx', 'assertOpen', withSwitches(FILE, refuses) ?? '');
    const outcome = (can: boolean, open: boolean) => {
      try {
        act({ can: () => can }, () => {
          if (!open) throw 'closed';
        });
        return 'done';
      } catch (refusal) {
        return refusal;
      }
    };
    const outcomes = () => [outcome(true, true), outcome(false, true), outcome(true, false)];
    const [turnedRound, leftOut, assertion] = guardsOf(refuses).map(({ key }) => key);
    const turned = (off: string | undefined) => {
      Reflect.set(globalThis, SWITCH, (key: string) => key === off);
      try {
        return outcomes();
      } finally {
        Reflect.deleteProperty(globalThis, SWITCH);
      }
    };
    expect(outcomes()).toEqual(['done', 'refused', 'closed']);
    expect(turned(undefined)).toEqual(['done', 'refused', 'closed']);
    expect(turned(turnedRound)).toEqual(['refused', 'done', 'refused']);
    expect(turned(leftOut)).toEqual(['done', 'done', 'closed']);
    expect(turned(assertion)).toEqual(['done', 'refused', 'done']);
  });
});

describe('tests of a guard', () => {
  const guard = { key: 'k', file: 'plugins/x/server/edit.command.ts' };
  const note = (name: string, milliseconds: number, ...passed: string[]) => ({ name, milliseconds, passed });
  const survey = (test: string, tests: ReturnType<typeof note>[], over = {}) => ({ test, tests, always: [] as string[], milliseconds: 0, ...over });

  it('are those that come by it, of the nearest file first, then of the quickest; or of the file that noticed last time', () => {
    const surveys = [
      survey('plugins/y/server/a.int.test.ts', [note('far', 1, 'k')]),
      survey('tests/security/a.int.test.ts', [note('rule', 1, 'k')]),
      survey('plugins/x/server/part/a.int.test.ts', [note('near', 1, 'k')]),
      survey('plugins/x/server/slow.int.test.ts', [note('one', 5, 'k'), note('two', 5, 'other'), note('three', 5, 'k')]),
      survey('plugins/x/server/quick.int.test.ts', [note('one', 7, 'k')]),
      survey('plugins/x/server/without.int.test.ts', [note('one', 1, 'other')]),
    ];
    const files = (last?: { test: string; by: string }) => testsFor(guard, surveys, last).map(({ test }) => test.replace('.int.test.ts', ''));
    const byNearness = ['plugins/x/server/quick', 'plugins/x/server/slow', 'plugins/x/server/part/a', 'tests/security/a', 'plugins/y/server/a'];
    expect(files()).toEqual(byNearness);
    const last = { test: 'plugins/y/server/a.int.test.ts', by: 'far' };
    expect(files(last)).toEqual(['plugins/y/server/a', ...byNearness.slice(0, -1)]);
    expect(testsFor(guard, surveys, last)[0]).toMatchObject({ tests: ['far'], first: 'far' });
    expect(testsFor(guard, surveys).find(({ test }) => test.includes('slow'))?.tests).toEqual(['one', 'three']);
  });

  it('are all of a file whose preparation comes by it', () => {
    const all = survey('plugins/x/server/a.int.test.ts', [note('one', 1), note('two', 1)], { always: ['k'] });
    expect(testsFor(guard, [all]).map(({ test, tests }) => [test, tests])).toEqual([['plugins/x/server/a.int.test.ts', ['one', 'two']]]);
    expect(orderOf([all])).toEqual({ 'plugins/x/server/a.int.test.ts': ['one', 'two'] });
  });

  it('are asked file by file until one notices, several at a time when the first did not', () => {
    const candidates = new Map([['k', ['a', 'b', 'c', 'd'].map((test) => ({ test, tests: ['one'] }))]]);
    const round = (settled: string[], asked: string[]) => Object.keys(nextRound([guard], candidates, new Set(settled), new Set(asked), 2));
    expect(round([], [])).toEqual(['a']);
    expect(round([], ['k a'])).toEqual(['b', 'c']);
    expect(round([], ['k a', 'k b', 'k c'])).toEqual(['d']);
    expect(round(['k'], ['k a'])).toEqual([]);
    expect(round([], ['k a', 'k b', 'k c', 'k d'])).toEqual([]);
  });
});
