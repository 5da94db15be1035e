import { toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract } from '@nephra/plugin-sdk/record';
import {
  answerContract,
  createFakeMenu,
  createFakeWebContext,
  type FakeWebContext,
  recordRow,
  renderElement,
  type RenderedPage,
  renderPage,
} from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordPage } from '../record/record-page.tsx';
import { AddressPicker, AreaName } from './address-picker.tsx';
import { addressContract } from './address-source.ts';

const { routes } = addressContract;
const area = (id: string, fullName: string, hasChildren = false) => ({ id, fullName, enCode: id, hasChildren });
const BELOW: Readonly<Record<string, readonly ReturnType<typeof area>[]>> = {
  '-1': [area('110000', '北京市', true), area('440000', '广东省', true)],
  '110000': [area('110100', '北京市', true)],
  '440000': [area('440100', '广州市', true), area('441900', '东莞市')],
  '440100': [area('440103', '荔湾区', true), area('440104', '越秀区')],
  '440103': [area('440103001', '沙面街道')],
};
const NAMES: Readonly<Record<string, readonly string[]>> = { '440103': ['广东省', '广州市', '荔湾区'], '110101': ['北京市', '北京市', '东城区'] };

let context: FakeWebContext;
let page: RenderedPage | undefined;
beforeEach(() => {
  context = createFakeWebContext();
  context.http.answer(routes.below, ({ params }) => ({ list: [...(BELOW[params.id] ?? [])] }));
  context.http.answer(routes.find, {
    list: [
      { ...area('110101', '东城区'), organize: '北京市', level: 2 },
      { ...area('440103001', '沙面街道'), organize: '…', level: 3 },
    ],
  });
  context.http.answer(routes.paths, ({ body }) => ({
    list: body.ids.flatMap((id) => {
      const names = NAMES[id];
      return names ? [{ id, names, enabledMark: 1 as const }] : [];
    }),
  }));
});
afterEach(async () => {
  await page?.unmount();
  expect(context.live()).toEqual([]);
  page = undefined;
});
const asked = () => context.http.callsOf(routes.below).map(({ input }) => (input.params as { readonly id: string }).id);

describe('[2.6-12] [4-20] address picker', () => {
  const open = async (props: Partial<Parameters<typeof AddressPicker>[0]> = {}) => {
    const onChange = vi.fn();
    const given = { label: '所在地', value: null, onChange, ...props } as Parameters<typeof AddressPicker>[0];
    page = await renderElement(<AddressPicker {...given} />, { context });
    const drawn = page;
    await drawn.click(await drawn.until(() => drawn.find('button', /所在地/)));
    await drawn.until(() => drawn.find('treeitem', '广东省'));
    return { drawn, onChange };
  };
  const unfold = async (drawn: RenderedPage, name: string, next: string) => {
    await drawn.click(drawn.get('treeitem', name));
    await drawn.until(() => drawn.find('treeitem', next));
  };

  it('is a dialog of 800 px whose branches come when they are opened; only the last level down to districts is chosen, told with its path', async () => {
    const { drawn, onChange } = await open();
    const dialog = drawn.get('dialog', '省市区');
    expect(dialog.style.width + dialog.outerHTML).toContain('800');
    expect(asked()).toEqual(['-1']);
    await unfold(drawn, '广东省', '广州市');
    await unfold(drawn, '广州市', '荔湾区');
    expect(asked()).toEqual(['-1', '440000', '440100']);
    await drawn.click(drawn.get('treeitem', '荔湾区'));
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('440103', [{ id: '440103', fullName: '广东省/广州市/荔湾区' }]);
    expect(asked()).toHaveLength(3);
  });

  it('down to towns where a site has them: a district can be chosen as before, or a town below it', async () => {
    const { drawn, onChange } = await open({ level: 3 });
    await unfold(drawn, '广东省', '广州市');
    await unfold(drawn, '广州市', '荔湾区');
    await drawn.click(drawn.get('treeitem', '荔湾区'));
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange).toHaveBeenLastCalledWith('440103', [{ id: '440103', fullName: '广东省/广州市/荔湾区' }]);
    await page?.unmount();
    const again = await open({ level: 3 });
    await unfold(again.drawn, '广东省', '广州市');
    await unfold(again.drawn, '广州市', '荔湾区');
    await again.drawn.click(again.drawn.get('treeitem', '荔湾区').querySelector('button') as HTMLElement);
    await again.drawn.click(await again.drawn.until(() => again.drawn.find('treeitem', '沙面街道')));
    await again.drawn.click(again.drawn.get('button', '确定'));
    expect(again.onChange).toHaveBeenLastCalledWith('440103001', [{ id: '440103001', fullName: '广东省/广州市/荔湾区/沙面街道' }]);
  });

  it('a city without districts is chosen, a province is not', async () => {
    const { drawn, onChange } = await open();
    await unfold(drawn, '广东省', '东莞市');
    await drawn.click(drawn.get('treeitem', '东莞市'));
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('441900', [{ id: '441900', fullName: '广东省/东莞市' }]);
  });

  it('of several, one that is chosen twice counts once, and clearing empties', async () => {
    const { drawn, onChange } = await open({ multiple: true, value: ['440103'] } as never);
    await drawn.until(() => drawn.text().includes('广东省/广州市/荔湾区'));
    await unfold(drawn, '广东省', '东莞市');
    await drawn.click(drawn.get('treeitem', '东莞市'));
    await unfold(drawn, '广州市', '越秀区');
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange.mock.calls[0]?.[0]).toEqual(['440103', '441900']);
    await drawn.click(drawn.get('button', '取消选择'));
    expect(onChange.mock.calls[1]?.[0]).toEqual([]);
  });

  it('finds on the server, says where a hit stands, and leaves out what is deeper', async () => {
    const { drawn, onChange } = await open();
    await drawn.type(drawn.get('textbox', /编码或拼音/), '东城');
    await drawn.click(await drawn.until(() => drawn.find('treeitem', /东城区/)));
    expect(drawn.find('treeitem', /沙面/)).toBeUndefined();
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('110101', [{ id: '110101', fullName: '北京市/东城区' }]);
  });

  it('down to a level that is said, and at any level where one searches', async () => {
    const { drawn, onChange } = await open({ level: 0 });
    await drawn.click(drawn.get('treeitem', '广东省'));
    await drawn.click(drawn.get('button', '确定'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('440000', [{ id: '440000', fullName: '广东省' }]);
    await page?.unmount();
    const any = await open({ anyLevel: true });
    await any.drawn.click(any.drawn.get('treeitem', '北京市'));
    await any.drawn.click(any.drawn.get('button', '确定'));
    expect(any.onChange).toHaveBeenCalledExactlyOnceWith('110000', [{ id: '110000', fullName: '北京市' }]);
  });
});

it('names of many areas are asked for with one call; what nobody knows is shown as it is', async () => {
  page = await renderElement(
    <>
      <AreaName id="440103" />
      <AreaName id="110101" />
      <AreaName id="x" />
      <AreaName id="" />
    </>,
    { context },
  );
  const drawn = page;
  await drawn.until(() => drawn.text() === '广东省/广州市/荔湾区北京市/东城区x–');
  expect(context.http.callsOf(routes.paths)).toHaveLength(1);
});

it('a field of kind address is shown by its path without a call, and chosen in the dialog', async () => {
  const home = defineRecord('homes.home', {
    title: ['住户', '住戶', 'Home'],
    wire: { at: '/api/homes/Home' },
    fields: { fullName: field.text(50).required().label('名称', '名稱', 'Name'), place: field.address().label('所在地', '所在地', 'Place') },
    list: { columns: ['fullName', 'place'], order: 'fullName', filter: ['place'] },
    acts: { create: {}, edit: {} },
  });
  const contract = recordContract(home);
  const row = { ...recordRow(home, { id: 'h1', fullName: 'SIM 1', place: '440103', version: 1 }), labels: { place: '广东省/广州市/荔湾区' } };
  answerContract(context.http, contract, { list: toPage([row], 1, {}), one: row, edit: { id: 'h1', version: 2 } });
  page = await renderPage(recordPage(contract), { context, menu: createFakeMenu({ enCode: 'homes.home' }) });
  const drawn = page;
  await drawn.until(() => drawn.text().includes('广东省/广州市/荔湾区'));
  await drawn.click(drawn.get('button', '编辑'));
  await drawn.click(await drawn.until(() => drawn.find('button', '所在地: 广东省/广州市/荔湾区')));
  await drawn.type(await drawn.until(() => drawn.find('textbox', /编码或拼音/)), '东城');
  await drawn.click(await drawn.until(() => drawn.find('treeitem', /东城区/)));
  await drawn.click(drawn.get('button', '确定'));
  await drawn.click(drawn.get('button', '保存'));
  const call = await drawn.until(() => context.http.callsOf(contract.routes.edit)[0]);
  expect(call.input.body).toMatchObject({ place: '110101', version: 1 });
  expect(context.http.callsOf(routes.paths)).toEqual([]);
});
