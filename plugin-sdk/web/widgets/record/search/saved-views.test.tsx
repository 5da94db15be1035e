import { endOfDay, startOfDay, toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { listViewContract } from '../../../../contract/list-view/list-view.contract.ts';
import type { ListView, ViewContent } from '../../../../contract/list-view/list-view.schema.ts';
import { columnSettingsContract } from '../../columns/column-settings.ts';
import { recordPage } from '../record-page.tsx';

const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field.text(20).required().label('床位名称', '床位名稱', 'Name'),
    price: field.money().label('价格', '價格', 'Price'),
    opened: field.day().label('启用日期', '啟用日期', 'Opened'),
    seen: field.instant().label('巡查时间', '巡查時間', 'Seen'),
    month: field.month().label('月份', '月份', 'Month'),
    tags: field.choices(20, ['x', '一', '一', 'One'], ['y', '二', '二', 'Two']).label('标签', '標籤', 'Tags'),
    story: field.richText().label('说明文', '說明文', 'Story'),
  },
  list: { columns: ['fullName', 'price'], keyword: ['fullName'], filter: ['price', 'opened', 'seen', 'month', 'tags', 'story'] },
  acts: { create: {} },
});
const contract = recordContract(bed);
const Page = recordPage(contract, {});
const ROW = { id: 'b1', version: 1, creatorTime: 0, lastModifyTime: 0, fullName: '一号床', price: 500 };

const at = Date.UTC(2026, 2, 2, 2);
const range = [startOfDay(at), endOfDay(at)] as const;
/** As the search form has them: what a view keeps. */
const KEPT = { price: [3.5, null], opened: range, seen: range, month: range, tags: ['x', 'y'], story: '~护士' };
/** As the query says them. */
const ASKED = { price: '3.5,', opened: '2026-03-02,2026-03-02', seen: range.join(), month: '2026-03,2026-03', tags: 'x,y', story: '~护士' };

describe('saved views of a record', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const { routes } = listViewContract;
  const viewOf = (filter: ViewContent['filter']): ListView => ({
    id: 'a',
    name: '本月',
    content: { columns: [], sort: null, filter, pageSize: 50 },
    mine: true,
    ownerName: '赵一',
    shared: false,
    audiences: [],
    manages: false,
  });
  const open = async (filter: ViewContent['filter'] | null): Promise<RenderedPage> => {
    const context = createFakeWebContext();
    const view = filter === null ? null : viewOf(JSON.parse(JSON.stringify(filter)));
    context.http.answer(contract.routes.list, toPage([ROW], 1, {}) as never);
    context.http.answer(columnSettingsContract.routes.load, { columns: [], view, refusal: '' } as never);
    context.http.answer(routes.list, { list: view ? [view] : [], defaultId: '', mayShare: false });
    context.http.answer(routes.change, null);
    context.http.answer(routes.create, viewOf({}));
    page = await renderPage(Page, { context, menu: createFakeMenu({ id: 'm1', enCode: bed.name }), ...(view && { query: { view: view.id } }) });
    const shown = page;
    await shown.until(() => shown.text().includes('一号床'));
    return shown;
  };
  const asked = (shown: RenderedPage) => shown.context.http.callsOf(contract.routes.list).map(({ input }) => input.query as Readonly<Record<string, unknown>>);

  it('ask for ranges, several choices and words as the form that they were saved from', async () => {
    const shown = await open(KEPT);
    expect(asked(shown)).toEqual([{ ...ASKED, currentPage: 1, pageSize: 50 }]);
    await shown.click(shown.get('button', '展开'));
    expect((shown.get('spinbutton', '价格 最小值') as HTMLInputElement).value).toBe('3.50');
    expect(shown.get('combobox', '说明文').textContent).toContain('护士');
  });

  it('keep what the form says, and open as the same list', async () => {
    const shown = await open(null);
    await shown.click(shown.get('button', '展开'));
    const low = shown.get('spinbutton', '价格 最小值');
    await shown.type(low, '3.5');
    await shown.press(low, 'Enter');
    await shown.click(shown.get('button', '列表视图'));
    await shown.click(await shown.until(() => shown.all('menuitem', '另存为新视图…')[0]));
    await shown.type(await shown.until(() => shown.find('textbox', /视图名称/)), '三块五以上');
    await shown.click(shown.get('button', '保存'));
    const [saved] = shown.context.http.callsOf(routes.create);
    const body = saved?.input.body as { readonly content: ViewContent } | undefined;
    const filter = body?.content.filter ?? {};
    expect(filter).toEqual({ price: [3.5, null] });
    await shown.unmount();
    expect(asked(await open(filter))).toEqual([{ price: '3.5,', currentPage: 1, pageSize: 50 }]);
  });

  it('of a field that had another control then ask nothing of it, and the list comes', async () => {
    const shown = await open({ price: 5, opened: '2026-03-02', tags: 'x', story: '1' });
    expect(asked(shown)).toEqual([{ story: '1', currentPage: 1, pageSize: 50 }]);
    await shown.click(shown.get('button', '展开'));
    expect((shown.get('spinbutton', '价格 最小值') as HTMLInputElement).value).toBe('');
  });
});
