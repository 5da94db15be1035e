import { describe, expect, it, vi } from 'vitest';
import { matching } from '@nephra/plugin-sdk/contract';
import { type EditableColumn, SubTableStore } from './sub-table-store.ts';

interface Line {
  name: string;
  tags: string[];
  count: number | null;
}
const columns = (): EditableColumn<Line>[] => [
  { kind: 'text', name: 'name', label: '名称', required: true, rules: [matching(/^a/, '以a开头'), matching(/z$/, '以z结尾')] },
  { kind: 'multiSelect', name: 'tags', label: '标签', required: true, options: [] },
  { kind: 'number', name: 'count', label: '数量' },
  { kind: 'show', name: 'sum', label: '合计', render: () => null },
];
const line = (name: string, tags: string[] = ['t']): Line => ({ name, tags, count: null });
const newRow = (): Line => line('', []);

describe('sub-table', () => {
  it('[4-23] rows can be added and removed, and each change hands out the full value', () => {
    const onChange = vi.fn();
    const table = new SubTableStore<Line>({ columns, rows: [line('az')], newRow, onChange });
    const key = table.add();
    expect(onChange).toHaveBeenLastCalledWith([line('az'), newRow()]);
    table.setCell(key, { name: 'abz' });
    expect(onChange).toHaveBeenLastCalledWith([line('az'), line('abz', [])]);
    table.remove(table.rows[0]?.key ?? '');
    expect(onChange).toHaveBeenLastCalledWith([line('abz', [])]);
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('[4-23] a row added by a program triggers neither validation nor cell events', () => {
    const onCell = vi.fn();
    const table = new SubTableStore<Line>({ columns, newRow, onCell });
    const key = table.append(line(''));
    expect(onCell).not.toHaveBeenCalled();
    expect(table.errorText(key, 'name', 'zh')).toBeUndefined();
    table.setCell(key, { name: 'a' });
    expect(onCell).toHaveBeenCalledWith(line('a'), 'name');
  });

  it('a change of one cell may fill in others', () => {
    const table = new SubTableStore<Line>({ columns, newRow, onCell: (row, name) => (name === 'name' ? { count: row.name.length } : undefined) });
    table.setCell(table.add(), { name: 'abc' });
    expect(table.values).toEqual([{ name: 'abc', tags: [], count: 3 }]);
  });

  it("[5-11] [5-12] [5-13] a required cell can't be empty, an empty list is empty, the first failing rule speaks", () => {
    const table = new SubTableStore<Line>({ columns, rows: [line('', []), line('b'), line('ab')], newRow });
    expect(table.submit()).toBeUndefined();
    const [first, second, third] = table.rows.map((row) => row.key) as [string, string, string];
    expect(table.errorText(first, 'name', 'zh')).toBe('名称不能为空');
    expect(table.errorText(first, 'tags', 'zh')).toBe('标签不能为空');
    expect(table.errorText(second, 'name', 'zh')).toBe('以a开头');
    expect(table.errorText(third, 'name', 'zh')).toBe('以z结尾');
    expect(table.errorText(first, 'count', 'zh')).toBeUndefined();
  });

  it('[5-14] submit returns the values only if every cell passes', () => {
    const table = new SubTableStore<Line>({ columns, rows: [line('az'), line('b')], newRow });
    expect(table.submit()).toBeUndefined();
    table.setCell(table.rows[1]?.key ?? '', { name: 'abz' });
    expect(table.submit()).toEqual([line('az'), line('abz')]);
  });

  it('complaints go with their row', () => {
    const table = new SubTableStore<Line>({ columns, rows: [line('b')], newRow });
    table.validate();
    table.remove(table.rows[0]?.key ?? '');
    expect(table.validate()).toBe(true);
  });
});
