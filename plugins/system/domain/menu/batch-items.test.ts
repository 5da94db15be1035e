import { expect, it } from 'vitest';
import { batchRows } from './batch-items.ts';

const rows = [{ enCode: 'fullName', fullName: '名称' }];

it('rows come as a list or as its JSON text', () => {
  expect(batchRows(rows)).toEqual(rows);
  expect(batchRows(JSON.stringify(rows))).toEqual(rows);
  expect(batchRows('[]')).toEqual([]);
});

it.each(['', '{', '{}', 'null', '[1]', '[{"enCode":"a"}]', '[{"enCode":"a b","fullName":"x"}]', '[{"enCode":"a","fullName":"  "}]', undefined])(
  '%j is none',
  (given) => {
    expect(batchRows(given)).toBeUndefined();
  },
);
