import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredTables } from '../declared-tables.ts';
import { tablesOfRepository } from '../entities/repository-tables.mjs';
import { missingPaths, namedPaths } from '../named-files.ts';
import { DECLARED_MOVES } from './declared-moves.ts';
import { pluginFacts } from './plugin-facts.ts';
import { type Move, movesAsText, stateTables, statesOf } from './state-tables.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const PLUGINS = readdirSync(path.join(root, 'plugins')).filter((id) => existsSync(path.join(root, 'plugins', id, 'plugin.ts')));
/** Two printed pages. */
const MAX_LINES = 140;
const MAX_CHARACTERS = 16_000;

const declared = declaredTables();
const parts = tablesOfRepository(root);

const pageOf = (id: string): string => readFileSync(path.join(root, 'plugins', id, 'README.md'), 'utf8');
const around = (id: string) => ({ folder: `plugins/${id}`, exists: (name: string) => existsSync(path.join(root, name)) });
const schemaOf = (id: string): string => id.split('-')[0] ?? id;

describe.each(PLUGINS)('plugins/%s/README.md', (id) => {
  it('names files that are there, and not few', () => {
    expect(missingPaths(pageOf(id), around(id))).toEqual([]);
    expect(namedPaths(pageOf(id), around(id)).length).toBeGreaterThan(2);
  });

  it('fits on two pages', () => {
    expect(pageOf(id).split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect(pageOf(id).length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('names every menu, page, permission, slot, service, event, job and setting', async () => {
    const { names } = await pluginFacts(id);
    expect(names.filter(({ name }) => !pageOf(id).includes(`\`${name}\``))).toEqual([]);
  });

  it('names every table of its schema', () => {
    const tables = parts.find(({ title }) => title === id)?.tables ?? [];
    const missing = tables.map(({ name }) => name.replace(/^.*\./, '')).filter((name) => !pageOf(id).includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it('has a table for every column that holds a state, and none for a column that holds none', async () => {
    const stateColumns = (await declared).flatMap((table) => (table.defs.state ? [`${table.name}.state`] : []));
    const wanted = [...stateColumns, ...Object.keys(DECLARED_MOVES)].filter((name) => name.startsWith(`${schemaOf(id)}.`) && id === schemaOf(id));
    expect(
      stateTables(pageOf(id))
        .map(({ of }) => of)
        .sort(),
    ).toEqual([...new Set(wanted)].sort());
  });
});

it('what plugins declare is found: none of it is few', async () => {
  const names = (await Promise.all(PLUGINS.map(pluginFacts))).flatMap((facts) => facts.names);
  const found = (what: string): string[] => names.filter((one) => one.what === what).map(({ name }) => name);
  expect(found('job')).toEqual(expect.arrayContaining(['month-runs', 'insurance-catalogue', 'lost-exchanges', 'sign-out', 'forget-imports', 'left-visits']));
  expect(found('service or event')).toEqual(expect.arrayContaining(['patient.directory@1', 'prescription.ledger@1', 'insurance.reconcile-waiting@1']));
  expect(found('slot it offers')).toEqual(expect.arrayContaining(['charging/desk-head@1', 'patient/records@1']));
});

describe('state tables', () => {
  const tables = PLUGINS.flatMap((id) => stateTables(pageOf(id)));

  it.each(tables.filter(({ of }) => of in DECLARED_MOVES))('$of: the moves are those of the rules', ({ of, moves }) => {
    expect(movesAsText(moves)).toEqual(movesAsText(DECLARED_MOVES[of]?.() ?? []));
  });

  it.each(tables.filter(({ of }) => !(of in DECLARED_MOVES)))('$of: the states are those of the column', async ({ of, moves }) => {
    const [, table, key = ''] = /^(.*)\.([a-z]+)$/.exec(of) ?? [];
    const column = (await declared).find(({ name }) => name === table)?.defs[key];
    expect(statesOf(moves)).toEqual([...(column?.limits.choices ?? [])].sort());
  });

  it('of the pharmacy: each move is made by the act that the rules name', () => {
    const withAct = (moves: readonly Move[]) => [...new Set(moves.map(({ from, act, to }) => `${from} ${act} ${to}`))].sort();
    const table = tables.find(({ of }) => of === 'pharmacy.dispensing_step.action');
    expect(withAct(table?.moves ?? [])).toEqual(withAct((DECLARED_MOVES['pharmacy.dispensing_step.action']?.() ?? []) as Move[]));
  });

  it('are read with every name of a cell', () => {
    const page =
      '<!-- states: a.b.state -->\n\n| from | act | to | who |\n|---|---|---|---|\n| | `add` | `New` | all |\n| `New`, `Old` | pay (`btn`) | `Paid` | desk |\n\nEnd `x`.\n';
    expect(stateTables(page)).toEqual([
      {
        of: 'a.b.state',
        moves: [
          { from: '', act: 'add', to: 'New' },
          { from: 'New', act: 'btn', to: 'Paid' },
          { from: 'Old', act: 'btn', to: 'Paid' },
        ],
      },
    ]);
    expect(movesAsText(stateTables(page)[0]?.moves ?? [])).toEqual(['New → Paid', 'Old → Paid']);
    expect(statesOf(stateTables(page)[0]?.moves ?? [])).toEqual(['New', 'Old', 'Paid']);
  });
});
