import { expect, it } from 'vitest';
import { isMeant, namesSaid, pathText } from './area-path.ts';
import { codesAbove, planSeed, townsByProvince } from './area-seed.ts';

const row = (enCode: string, fullName: string, seedName = fullName) => ({ enCode, fullName, seedName });
const seed = (...areas: string[]) => ({ source: 'SIM', date: '2026-01-01', areas });

it('a code says what stands above it', () => {
  expect(codesAbove('440103')).toEqual(['440100', '440000']);
  expect(codesAbove('440100')).toEqual(['440000']);
  expect(codesAbove('440000')).toEqual([]);
  expect(codesAbove('440103001')).toEqual(['440103', '440100', '440000']);
  expect(codesAbove('620200100')).toEqual(['620200', '620000']);
});

it('a newer list adds what is missing from the top down', () => {
  expect(planSeed([], seed('440000 广东省', '440100 广州市', '440103 荔湾区', '450000 广西')).added.map(({ code }) => code)).toEqual([
    '440000',
    '450000',
    '440100',
    '440103',
  ]);
});

it('a newer list leaves the names and areas of a site alone, takes over the names that nobody changed, and lets go what it does not have any more', () => {
  const [kept, renamed, own, gone] = [row('1', '甲'), row('2', '我们的乙', '乙'), row('99', '自建', ''), row('4', '旧区')];
  const adopted = row('440103', '自建荔湾', '');
  const plan = planSeed([kept, renamed, own, gone, adopted], { source: 'SIM', date: '2026-01-01', areas: [] });
  expect(plan.dropped).toEqual([kept, renamed, gone]);
  const codes = [row('110101', '东城区'), row('110102', '我们的西城', '西城区'), adopted, row('110109', '旧区'), own];
  const next = planSeed(codes, seed('110101 新东城区', '110102 新西城区', '440103 荔湾区'));
  expect(next).toEqual({
    added: [],
    named: [
      { row: codes[0], seedName: '新东城区', fullName: '新东城区' },
      { row: codes[1], seedName: '新西城区', fullName: '我们的西城' },
      { row: adopted, seedName: '荔湾区', fullName: '自建荔湾' },
    ],
    dropped: [codes[3]],
  });
  expect(planSeed([row('110101', '东城区')], seed('110101 东城区'))).toEqual({ added: [], named: [], dropped: [] });
});

it('towns come province by province; a list of them lets no district go, and one of districts no town', () => {
  const lists = townsByProvince(['440103 001沙面街道 002岭南街道', '441721 100织篢镇', '450103 001新竹街道']);
  expect([...lists]).toEqual([
    ['44', ['440103001 沙面街道', '440103002 岭南街道', '441721100 织篢镇']],
    ['45', ['450103001 新竹街道']],
  ]);
  const rows = [row('440103', '荔湾区'), row('440103001', '沙面街道'), row('440103009', '旧街道')];
  expect(planSeed(rows, seed('440103001 沙面街道'), true).dropped).toEqual([rows[2]]);
  expect(planSeed(rows, seed('440104 越秀区')).dropped).toEqual([rows[0]]);
});

it('a path is said in one line, and read as people write it', () => {
  const path = ['北京市', '北京市', '东城区'];
  expect(pathText(path)).toBe('北京市/东城区');
  const means = (text: string) => namesSaid(text).some((said) => isMeant(said, path));
  for (const text of ['北京市/东城区', '北京市 北京市 东城区', '北京市 > 东城区', '东城区', '北京市／北京市／东城区']) expect(means(text), text).toBe(true);
  for (const text of ['', '北京市', '天津市/东城区', '广东省/北京市/东城区']) expect(means(text), text).toBe(false);
  const odd = ['甲', '乙/丙'];
  expect(pathText(odd)).toBe('甲/乙／丙');
  expect(isMeant(namesSaid('甲/乙／丙')[0] ?? [], odd)).toBe(true);
  expect(namesSaid('大 区/小 区')[0]).toEqual(['大 区', '小 区']);
});
