import { toPage } from '@nephra/plugin-sdk/contract';
import { type BesideColumn, compileOverlaid, defineRecord, field, recordContract, type RecordOverlay, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { recordPage } from '../record-page.tsx';

const room = defineRecord('beds.room', {
  title: ['房间', '房間', 'Room'],
  wire: { at: '/api/beds/Room' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    kind: field.choice(10, ['a', '甲', '甲', 'A']).label('类型', '類型', 'Kind'),
    phone: field.text(20).label('电话', '電話', 'Phone'),
    floor: field.text(10).label('楼层', '樓層', 'Floor'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'kind', 'floor', 'enabledMark'], sort: ['fullName'], filter: ['enabledMark'] },
  acts: { create: {}, edit: {}, print: {} },
});
const contract = recordContract(room);
const Page = recordPage(contract);
const rowOf = (nth: number) => ({
  id: `r${nth}`,
  version: 1,
  creatorTime: 0,
  lastModifyTime: 0,
  fullName: `房间 ${nth}`,
  kind: nth === 0 ? 'c' : 'a',
  phone: '',
  floor: '2',
  enabledMark: 1 as const,
  sortCode: 0,
  description: '',
});

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
interface Opened {
  readonly overlay?: RecordOverlay;
  readonly columns?: readonly BesideColumn[];
  readonly rows?: number;
  readonly total?: number;
}
async function open({ overlay, columns, rows = 1, total = rows }: Opened): Promise<RenderedPage> {
  const context = createFakeWebContext(overlay ? { records: { [room.name]: compileOverlaid(room.document, overlay).document } } : {});
  const list = Array.from({ length: rows }, (_, nth) => ({ ...rowOf(nth), ...(columns && { beside: { 'other.beds': nth === 0 ? 7 : null } }) }));
  context.http.answer(contract.routes.list, { ...toPage(list, total, {}), ...(columns && { columns }) });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: room.name }) });
  const shown = page;
  await shown.until(() => shown.text().includes('房间 0'));
  return shown;
}
const headings = (shown: RenderedPage) => shown.all('columnheader').map((each) => (each.textContent ?? '').trim());

describe('the page of a record that a site changed', () => {
  it('shows its labels, columns and choices, and asks for what it asks for', async () => {
    const shown = await open({
      overlay: {
        format: 1,
        fields: {
          phone: { required: true, label: { zh: '联系电话' } },
          kind: { choices: [{ value: 'c', label: { zh: '丙', zhtw: '丙', en: 'C' } }] },
          floor: { hidden: true },
        },
        list: { columns: ['phone', 'fullName', 'kind'] },
        form: { fields: ['phone'] },
      },
    });
    expect(headings(shown).filter((text) => ['联系电话', '名称', '类型', '楼层', '状态'].includes(text))).toEqual(['联系电话', '名称', '类型']);
    expect(shown.text()).toContain('丙');
    await shown.click(shown.get('button', '新建房间'));
    const phone = await shown.until(() => shown.find('textbox', '联系电话'));
    expect(shown.find('textbox', '楼层')).toBeUndefined();
    await shown.press(phone, 'Enter');
    await shown.until(() => /请输入|必须|不能为空/.test(shown.text()));
    expect(document.activeElement).toBe(phone);
  });
});

describe('[R30] the page of a record with a column of another plugin', () => {
  const beds: BesideColumn = { name: 'other.beds', label: '床位', kind: 'int', sorted: true };

  it('shows it behind its own, sorts by it and prints it', async () => {
    const shown = await open({ columns: [beds], rows: 2 });
    await shown.until(() => headings(shown).includes('床位'));
    const cells = shown.all('cell').map((cell) => cell.textContent);
    expect(cells.filter((text) => text === '7')).toHaveLength(1);
    expect(cells.filter((text) => text === '–').length).toBeGreaterThan(0);
    const heading = shown.all('columnheader').find((each) => each.textContent?.includes('床位'));
    await shown.click(heading?.querySelector('button') ?? (heading as Element));
    await shown.until(() => shown.context.http.callsOf(contract.routes.list).length > 1);
    expect(shown.context.http.callsOf(contract.routes.list).at(-1)).toMatchObject({ input: { query: { sidx: 'other.beds' } } });
    await shown.click(shown.get('button', '打印'));
    await shown.until(() => shown.context.record.prints.length > 0);
    expect(shown.context.record.prints[0]?.html).toMatch(/<th class="r">床位<\/th>[\s\S]*<td class="r">7<\/td>/);
  });

  it('says why it has none, and shows the list', async () => {
    const shown = await open({ columns: [{ ...beds, sorted: false, failed: '读取失败' }] });
    await shown.until(() => shown.text().includes('“床位”列没有显示：读取失败。'));
    expect(shown.text()).toContain('房间 0');
  });
});

describe('[R29] the page of a list', () => {
  it('draws 10,000 rows as it draws a hundred: it asks for a page', async () => {
    const drawn = async (total: number) => {
      const shown = await open({ rows: 20, total });
      const [asked] = shown.context.http.callsOf(contract.routes.list);
      const counts = { asked: asked?.input, rows: shown.all('row').length, cells: shown.all('cell').length };
      await shown.unmount();
      return counts;
    };
    const few = await drawn(100);
    expect(few.asked).toMatchObject({ query: { pageSize: 20 } });
    expect(few.rows).toBeGreaterThanOrEqual(20);
    expect(await drawn(10_000)).toEqual(few);
  });
});
