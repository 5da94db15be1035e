import { expect, it } from 'vitest';
import { MAX_MAP_BYTES } from '../../contract/map/map-limits.ts';
import { fittingShapes, MAX_BUNDLED_SHAPES } from './fitting-shapes.ts';

it('takes what has room in turn, and a smaller one behind a larger one that has none', () => {
  const sized = (dataSize: number) => ({ dataSize });
  expect(fittingShapes([6, 5, 4, 0, 1].map(sized), 10)).toEqual({ fit: [6, 4, 0].map(sized), beyond: [5, 1].map(sized) });
  expect(fittingShapes([], 10)).toEqual({ fit: [], beyond: [] });
});

it('takes any map by itself', () => {
  expect(MAX_MAP_BYTES).toBeLessThanOrEqual(MAX_BUNDLED_SHAPES);
});
