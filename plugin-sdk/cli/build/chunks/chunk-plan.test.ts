import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planChunks, reach } from './chunk-plan.ts';
import type { Piece } from '../web-bundle.ts';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';

type Sketch = Record<string, { entry?: string; dynamic?: boolean; uses?: readonly string[]; loads?: readonly string[]; bytes?: number }>;

const pieces = (sketch: Sketch): ReadonlyMap<string, Piece> =>
  new Map(
    Object.entries(sketch).map(([id, { entry, dynamic = false, uses = [], loads = [], bytes = 1000 }]) => [
      id,
      {
        id,
        code: '',
        map: '',
        entry,
        dynamic,
        imports: [...uses.map((to) => ({ id: to, dynamic: false })), ...loads.map((to) => ({ id: to, dynamic: true }))],
        bytes,
        css: [],
        inputs: [],
        exports: [],
      },
    ]),
  );
const planned = (sketch: Sketch, roots: Parameters<typeof planChunks>[1]) => Object.fromEntries(planChunks(pieces(sketch), roots));

it('a piece goes to the first chunk that reaches it', () => {
  expect(
    planned(
      { core: { entry: 'core', uses: ['x'] }, data: { entry: 'data', uses: ['x', 'y'] }, app: { entry: 'app', uses: ['y', 'z', 'core'] }, x: {}, y: {}, z: {} },
      [
        { chunk: 'core', entries: ['core'] },
        { chunk: 'data', entries: ['data'] },
        { chunk: 'app', entries: ['app'] },
      ],
    ),
  ).toEqual({ core: 'core', x: 'core', data: 'data', y: 'data', app: 'app', z: 'app' });
});

it('each lazy page keeps a file; what several share is common, unless it is big and stands alone', () => {
  const root = [{ chunk: 'entry', entries: ['entry'] }];
  expect(
    planned(
      {
        entry: { entry: 'entry', loads: ['a', 'b', 'c'] },
        a: { entry: 'page', dynamic: true, uses: ['small', 'charts'] },
        b: { entry: 'page', dynamic: true, uses: ['small', 'charts', 'own'] },
        c: { entry: 'c', dynamic: true, uses: ['small'] },
        small: {},
        own: {},
        charts: { bytes: 500_000 },
      },
      root,
    ),
  ).toEqual({ entry: 'entry', a: 'page', b: 'page-2', c: 'c', small: 'common', own: 'page-2', charts: 'library' });
});

it('what a page and only what is opened from it share stays with the page', () => {
  expect(
    planned(
      {
        entry: { entry: 'entry', loads: ['a', 'b'] },
        a: { entry: 'page-a', dynamic: true, uses: ['words', 'explain'], loads: ['drawer', 'dialog'] },
        b: { entry: 'page-b', dynamic: true, uses: ['words'], loads: ['dialog'] },
        drawer: { entry: 'drawer', dynamic: true, uses: ['explain', 'words'], loads: ['deep'] },
        deep: { entry: 'deep', dynamic: true, uses: ['explain', 'dates'] },
        dialog: { entry: 'dialog', dynamic: true, uses: ['dates'] },
        words: {},
        explain: {},
        dates: {},
      },
      [{ chunk: 'entry', entries: ['entry'] }],
    ),
  ).toEqual({
    entry: 'entry',
    a: 'page-a',
    b: 'page-b',
    drawer: 'drawer',
    deep: 'deep',
    dialog: 'dialog',
    words: 'common',
    explain: 'page-a',
    dates: 'common',
  });
});

it('what only dialogs of a page share stays with the page when it builds on what the page keeps, so that `common` never waits for a page', () => {
  const plan = planned(
    {
      entry: { entry: 'entry', loads: ['a', 'b'] },
      a: { entry: 'page-a', dynamic: true, uses: ['words', 'base'], loads: ['drawer', 'dialog'] },
      b: { entry: 'page-b', dynamic: true, uses: ['words'] },
      drawer: { entry: 'drawer', dynamic: true, uses: ['shared', 'dates', 'inner'], loads: ['deep', 'deeper'] },
      dialog: { entry: 'dialog', dynamic: true, uses: ['shared', 'dates'] },
      deep: { entry: 'deep', dynamic: true, uses: ['lowest'] },
      deeper: { entry: 'deeper', dynamic: true, uses: ['lowest'] },
      words: {},
      base: {},
      shared: { uses: ['middle'] },
      middle: { uses: ['base'] },
      inner: {},
      lowest: { uses: ['inner', 'base'] },
      dates: {},
    },
    [{ chunk: 'entry', entries: ['entry'] }],
  );
  expect([plan.words, plan.dates]).toEqual(['common', 'common']);
  expect([plan.base, plan.middle, plan.shared]).toEqual(['page-a', 'page-a', 'page-a']);
  // Behind the drawer, which is behind the page: whoever opens it has both.
  expect([plan.inner, plan.lowest]).toEqual(['drawer', 'drawer']);
});

/** Imports only go from lower to higher numbers, so the pieces have no circle of their own. */
const graph = fc.array(fc.record({ dynamic: fc.boolean(), bytes: fc.integer({ min: 1, max: 200_000 }), to: fc.array(fc.nat(30), { maxLength: 5 }) }), {
  minLength: 2,
  maxLength: 25,
});

it('every piece that is reached has a chunk, and chunks outside of `common` never wait for each other in a circle', () => {
  fc.assert(
    fc.property(graph, (nodes) => {
      const sketch: Sketch = Object.fromEntries(
        nodes.map((node, index) => {
          const later = [...new Set(node.to.map((to) => index + 1 + (to % nodes.length)).filter((to) => to < nodes.length))];
          const lazy = later.filter((to) => nodes[to]?.dynamic);
          return [
            `p${index}`,
            {
              entry: index === 0 ? 'entry' : node.dynamic ? `lazy${index}` : undefined,
              dynamic: index > 0 && node.dynamic,
              bytes: node.bytes,
              uses: later.filter((to) => !nodes[to]?.dynamic).map((to) => `p${to}`),
              loads: lazy.map((to) => `p${to}`),
            },
          ];
        }),
      );
      const all = pieces(sketch);
      const plan = planChunks(all, [{ chunk: 'entry', entries: ['entry'] }]);
      for (const piece of all.values()) {
        if (piece.entry === undefined) continue;
        for (const id of reach(all, piece.id)) expect(plan.get(id)).toBeDefined();
      }
      const edges = new Map<string, Set<string>>();
      for (const piece of all.values()) {
        const from = plan.get(piece.id);
        if (from === undefined) continue;
        for (const next of piece.imports) {
          const to = plan.get(next.id);
          if (!next.dynamic && to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
        }
      }
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        [...(edges.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
      for (const chunk of edges.keys()) expect(reaches(chunk, chunk)).toBe(false);
    }),
    { numRuns: propertyCases(300) },
  );
});
