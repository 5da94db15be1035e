import type { PluginManifest } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { ClaimBook, manifestClaims } from './conflicts.ts';

const drawing = (...points: readonly string[]): PluginManifest =>
  ({
    contributes: { menus: [], pages: [], menuTypes: [], permissions: [], slots: points.map((point, order) => ({ point, key: `k${order}`, order })) },
  }) as unknown as PluginManifest;

it('two plugins that claim one kind of field are refused with both names; other extension points have many fillers', () => {
  const book = new ClaimBook();
  book.enter('geo', manifestClaims(drawing('record/kind.geo.point@1', 'shell/home@1')));
  book.enter('beds', manifestClaims(drawing('shell/home@1', 'record/kind.beds.shade@1')));
  let refusal: unknown;
  try {
    book.enter('maps', manifestClaims(drawing('record/kind.geo.point@1')));
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({ state: 'conflict' });
  expect(JSON.stringify(refusal)).toMatch(/geo\.point.*geo.*maps|maps.*geo/);
  book.leave('geo');
  expect(() => book.enter('maps', manifestClaims(drawing('record/kind.geo.point@1')))).not.toThrow();
});
