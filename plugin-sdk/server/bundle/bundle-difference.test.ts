import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundleDifference, parentsBefore } from './bundle-difference.ts';
import type { BundleRow } from './bundle-points.ts';

const row = (code: string, values: BundleRow['values'], parent?: string): BundleRow => ({ code, name: code, values, ...(parent !== undefined && { parent }) });

it('an entry differs in what it says otherwise, of a new one in all it says', () => {
  const here = row('a', { name: 'A', order: 1, tags: ['x', 'y'] });
  expect(bundleDifference(here, row('a', { tags: ['x', 'y'], order: 1, name: 'A' }))).toEqual([]);
  expect(bundleDifference(here, row('a', { name: 'B', order: 1, tags: ['y', 'x'] }))).toEqual([
    { field: 'name', from: 'A', to: 'B' },
    { field: 'tags', from: ['x', 'y'], to: ['y', 'x'] },
  ]);
  expect(bundleDifference(undefined, row('a', { name: null }))).toEqual([{ field: 'name', from: null, to: null }]);
});

it('every entry stands behind the one above it, whatever the order and the rings, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { maxLength: 12 }), (parents) => {
      const rows = parents.map((parent, at) => row(String(at), {}, parent === 12 ? undefined : String(parent)));
      const ordered = parentsBefore(rows).map(({ code }) => code);
      expect([...ordered].sort()).toEqual(rows.map(({ code }) => code).sort());
      const inRing = (at: number): boolean => {
        const seen = new Set<number>();
        for (let one = at; parents[one] !== undefined && parents[one] !== 12; one = parents[one] ?? 12) {
          if (seen.has(one)) return true;
          seen.add(one);
        }
        return false;
      };
      for (const [at, parent] of parents.entries())
        if (parent < parents.length && !inRing(at)) expect(ordered.indexOf(String(parent))).toBeLessThan(ordered.indexOf(String(at)));
    }),
  );
});
