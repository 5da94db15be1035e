import { expect, it } from 'vitest';
import { priceHistory } from '../catalogue.fixture.ts';
import { priceLevels, priceOption } from './price-chart.ts';

it('draws what counted until today, and what is planned from today on', () => {
  expect(priceLevels(priceHistory)).toEqual({
    past: [
      ['2024-03-02', 66],
      ['2025-07-01', 56.8],
      ['2026-03-02', 56.8],
    ],
    ahead: [
      ['2026-03-02', 56.8],
      ['2026-04-01', 60.5],
      ['2026-05-01', 60.5],
    ],
  });
});

it('leaves out what never counted; without a plan the level goes on', () => {
  const [future, ...rest] = priceHistory.list;
  const list = future ? [{ ...future, state: 'withdrawn' as const }, ...rest.map((row, at) => (at === 1 ? { ...row, state: 'overruled' as const } : row))] : [];
  expect(priceLevels({ ...priceHistory, list })).toEqual({
    past: [
      ['2025-07-01', 56.8],
      ['2026-03-02', 56.8],
    ],
    ahead: [
      ['2026-03-02', 56.8],
      ['2026-04-01', 56.8],
    ],
  });
});

it('labels days when there are few of them', () => {
  const [, current] = priceHistory.list;
  const young = current ? [{ ...current, validFrom: '2026-02-20' }] : [];
  const words = { past: 'so far', ahead: 'planned' };
  expect(priceOption({ ...priceHistory, list: young }, words)).toMatchObject({ xAxis: { axisLabel: { formatter: '{MM}-{dd}' } } });
  expect(priceOption(priceHistory, words)).toMatchObject({
    xAxis: { axisLabel: { formatter: '{yyyy}-{MM}' } },
    series: [{ step: 'end' }, { lineStyle: { type: 'dashed' } }],
  });
});
