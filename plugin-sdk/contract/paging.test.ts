import { describe, expect, it } from 'vitest';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, toPage } from './paging.ts';

describe('paging', () => {
  it('[9-01] 20 per page unless asked; 20, 50, 100 and 500 on offer', () => {
    expect(DEFAULT_PAGE_SIZE).toBe(20);
    expect(PAGE_SIZES).toEqual([20, 50, 100, 500]);
  });

  it('serves both names of the page number, because older clients read one or the other', () => {
    expect(toPage(['a'], 7, { currentPage: 2, pageSize: 5 })).toEqual({ list: ['a'], pagination: { currentPage: 2, pageIndex: 2, pageSize: 5, total: 7 } });
    expect(toPage([], 0, {}).pagination).toEqual({ currentPage: 1, pageIndex: 1, pageSize: 20, total: 0 });
  });
});
