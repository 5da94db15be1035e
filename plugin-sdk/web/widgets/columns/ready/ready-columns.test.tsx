import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { dateColumn } from './date-column.tsx';
import { figureColumn } from './figure-column.ts';
import { statusColumn } from './status-column.tsx';
import { statusTable } from './status-table.ts';
import { textColumn } from './text-column.tsx';

interface Run {
  readonly id: string;
  readonly state: string;
  readonly why: string;
  readonly endedAt: number | null;
  readonly name: string;
}
const run = (over: Partial<Run> = {}): Run => ({
  id: 'SIM-1',
  state: 'done',
  why: '',
  endedAt: Date.parse('2026-03-02T01:30:00+08:00'),
  name: 'SIM 一',
  ...over,
});
const states = statusTable({ done: 'success', failed: 'danger', waiting: 'neutral' }, (value) => `SIM ${value}`);

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (column: Column<Run>, row: Run): Promise<RenderedPage> => {
  page = await renderElement(<DataTable label="SIM" rows={[row]} columns={[column]} rowKey={({ id }) => id} />, { context: createFakeWebContext() });
  return page;
};
const cell = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('tbody td');
  if (!found) throw new Error('no cell');
  return found;
};

describe('columns that stand ready', () => {
  it('a table of states has them in the order in which they were given, with words and tones', () => {
    expect(states).toEqual([
      { value: 'done', text: 'SIM done', tone: 'success' },
      { value: 'failed', text: 'SIM failed', tone: 'danger' },
      { value: 'waiting', text: 'SIM waiting', tone: 'neutral' },
    ]);
  });

  it('a state says why in the tone of the state, and both where the cell is cut off', async () => {
    const column = statusColumn<Run>('state', '状态', { table: states, reason: ({ why }) => why });
    await draw(column, run({ state: 'failed', why: 'SIM 磁盘已满' }));
    expect(cell().textContent).toBe('SIM failedSIM 磁盘已满');
    expect(document.querySelector('.nk-status-reason')?.getAttribute('data-tone')).toBe('danger');
    expect([column.text?.(run({ state: 'failed', why: 'SIM' })), column.text?.(run({ state: 'new' })), column.text?.(run({ state: '' }))]).toEqual([
      'SIM failed SIM',
      'new',
      '',
    ]);
  });

  it('a state without a reason has no empty line, one that nobody knows is a dash', async () => {
    await draw(statusColumn<Run>('state', '状态', { table: states, reason: ({ why }) => why }), run({ state: '' }));
    expect([cell().textContent, document.querySelector('.nk-status-reason')]).toEqual(['–', null]);
  });

  it('a state that shows more is a button with its time; a row without a state has nothing to press', async () => {
    const pressed: string[] = [];
    const column = statusColumn<Run>('id', '校验', {
      table: states,
      value: ({ state }) => state,
      at: ({ endedAt }) => endedAt ?? 0,
      onPress: ({ id }) => pressed.push(id),
    });
    const shown = await draw(column, run());
    await shown.click(shown.get('button', 'SIM done2026-03-02 01:30'));
    expect(pressed).toEqual(['SIM-1']);
    await shown.unmount();
    const empty = await draw(column, run({ state: '', endedAt: null }));
    expect([empty.find('button', /./), cell().textContent]).toEqual([undefined, '–']);
  });

  it.each([
    ['a time', run(), '2026-03-02 01:30'],
    ['none yet', run({ endedAt: 0 }), '–'],
    ['nothing', run({ endedAt: null }), '–'],
  ])('dates: %s', async (_, row, said) => {
    const column = dateColumn<Run>('endedAt', '结束');
    await draw(column, row);
    expect([cell().textContent, column.width]).toEqual([said, 150]);
  });

  it.each([
    ['a text', run(), 'SIM 一', undefined],
    ['nothing is a dash', run({ name: '' }), '–', undefined],
    ['nothing where something should be is a state', run({ name: '' }), '缺失', { text: '缺失', tone: 'warning' as const }],
  ])('texts: %s', async (_, row, said, missing) => {
    const column = textColumn<Run>('name', '名称', { minWidth: 180, ...(missing && { missing }) });
    await draw(column, row);
    expect([cell().textContent, document.querySelector('.nk-status-warning') !== null, column.text?.(row)]).toEqual([said, missing !== undefined, row.name]);
  });

  it('figures stand at the right', () => {
    expect(figureColumn<Run>('endedAt', '毫秒', 90, undefined, { hiddenAtFirst: true })).toEqual({
      prop: 'endedAt',
      label: '毫秒',
      width: 90,
      align: 'right',
      hiddenAtFirst: true,
    });
  });
});
