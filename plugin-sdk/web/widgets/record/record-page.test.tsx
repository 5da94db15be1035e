import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { endOfDay, staffDirectory, startOfDay, toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { recordPage } from './record-page.tsx';
import { viewOf } from './record-views.tsx';
import { askedOf } from './search/search-views.tsx';

/** One field of every kind. */
const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field.text(20).required().label('床位名称', '床位名稱', 'Name'),
    enCode: field.code(20).required().label('床位编码', '床位代碼', 'Code'),
    kind: field.choice(20, ['a', '普通', '普通', 'Plain'], ['b', '隔离', '隔離', 'Isolated']).label('类别', '類別', 'Kind'),
    price: field.money().label('价格', '價格', 'Price'),
    unit: field.unitPrice().label('单价', '單價', 'Unit price'),
    amount: field.quantity().label('数量', '數量', 'Amount'),
    opened: field.day().initial('2026-01-31').label('启用日期', '啟用日期', 'Opened'),
    seen: field.instant().initial(0).label('巡查时间', '巡查時間', 'Seen'),
    score: field.decimal(1, 0, 100).label('评分', '評分', 'Score'),
    month: field.month().label('月份', '月份', 'Month'),
    tags: field.choices(20, ['x', '一', '一', 'One'], ['y', '二', '二', 'Two']).label('标签', '標籤', 'Tags'),
    keeper: field.staff('user').label('负责人', '負責人', 'Keeper'),
    phone: field.text(20, 'mobile').label('手机', '手機', 'Mobile'),
    story: field.richText().label('说明文', '說明文', 'Story'),
    papers: field.files(3).label('附件', '附件', 'Papers'),
    pictures: field.images(3).label('照片', '照片', 'Pictures'),
    serialNo: field.code(20).numbered({ prefix: 'WD', digits: 4 }).label('流水号', '流水號', 'Serial number'),
    paperNo: field.text(20).numbered({ prefix: 'P', digits: 4, mayBeTyped: true }).label('单据号', '單據號', 'Paper number'),
    wardId: field.relation('beds.ward').label('病区', '病區', 'Ward'),
    window: field.flag().label('靠窗', '靠窗', 'At the window'),
    ...STANDARD_FIELDS,
  },
  shown: { total: shown.money('合计', '合計', 'Total'), asked: shown.instant('询问', '詢問', 'Asked') },
  list: {
    columns: [
      'fullName',
      'enCode',
      'kind',
      'price',
      'unit',
      'amount',
      'opened',
      'seen',
      'score',
      'month',
      'tags',
      'keeper',
      'phone',
      'story',
      'papers',
      'pictures',
      'wardId',
      'window',
      'enabledMark',
      'total',
      'asked',
      'sortCode',
      'description',
      '-creatorTime',
    ],
    sort: ['fullName', 'price'],
    keyword: ['fullName', 'enCode'],
    filter: ['kind', 'enabledMark', 'window', 'wardId', 'price', 'opened', 'seen', 'month', 'tags', 'story', 'papers'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, copy: {}, print: {} },
  buttons: { btn_clean: ['清洁', '清潔', 'Clean'] },
});
const contract = recordContract(bed);
const row = {
  id: 'b1',
  version: 3,
  creatorTime: 1_772_416_800_000,
  lastModifyTime: 1_772_416_800_000,
  fullName: '一号床',
  enCode: 'SIM.B1',
  kind: '旧类',
  price: 1234.5,
  unit: 0.0123,
  amount: 2.5,
  opened: '2026-02-28',
  seen: 1_772_416_800_000,
  score: 9.5,
  month: '2026-03',
  tags: ['x', '旧'],
  keeper: 'u1',
  phone: '12',
  story: { ops: [{ insert: '靠近护士站\n' }] },
  papers: [{ name: 'a.pdf', fileId: 'f1', url: '/api/file/Download/annex/f1', fileSize: 3 }],
  pictures: [],
  serialNo: 'WD0007',
  paperNo: 'P0007',
  wardId: 'w1',
  labels: { wardId: '内科' },
  window: 1 as const,
  sortCode: 7,
  enabledMark: 1 as const,
  description: '靠门',
  total: 88,
  asked: 1_772_416_800_000,
};

const Page = recordPage(contract, {
  rowActions: [
    {
      button: 'btn_clean',
      panel: ({ fullName }, close) => (
        <button type="button" onClick={close}>
          {`清洁${fullName}完成`}
        </button>
      ),
    },
  ],
});

const answerNames = (context: FakeWebContext) =>
  context.http.answer(staffDirectory.routes.usersByIds, { list: [{ id: 'u1', fullName: '张护士', enabledMark: 1 }] } as never);

recordScreens(contract, { Page, row, texts: {}, answer: answerNames, typed: { fullName: '二号床', enCode: 'SIM.B2' } });

describe('the page of a record with every kind of field', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const open = async (): Promise<RenderedPage> => {
    const context = createFakeWebContext();
    context.http.answer(contract.routes.list, toPage([row], 1, {}));
    context.http.answer(contract.routes.one, row);
    context.http.answer(contract.routes.edit, { id: 'b1', version: 4 });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: bed.name }) });
    const shown = page;
    await shown.until(() => shown.text().includes('一号床'));
    return shown;
  };

  it('shows each value as its kind does', async () => {
    const cells = (await open()).all('cell').map((cell) => cell.textContent);
    expect(cells).toEqual(
      expect.arrayContaining([
        '一号床',
        'SIM.B1',
        '旧类',
        '1,234.50',
        '0.0123',
        '2.5',
        '2026-02-28',
        '2026-03-02 10:00',
        '9.5',
        '2026-03',
        '一、旧',
        '12',
        '靠近护士站',
        'a.pdf',
        '内科',
        '是',
        '启用',
        '88.00',
        '7',
        '靠门',
      ]),
    );
  });

  it('prints each value as its kind does, people by their names', async () => {
    const shown = await open();
    answerNames(shown.context);
    await shown.click(shown.get('button', '打印'));
    const { html } = await shown.until(() => shown.context.record.prints[0]);
    const cells = [...html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell);
    expect(cells).toEqual([
      '一号床',
      'SIM.B1',
      '旧类',
      '1234.50',
      '0.0123',
      '2.5',
      '2026-02-28',
      '2026-03-02 10:00',
      '9.5',
      '2026-03',
      '一、旧',
      '张护士',
      '12',
      '靠近护士站',
      'a.pdf',
      '',
      '内科',
      '是',
      '启用',
      '88',
      '2026-03-02 10:00',
      '7',
      '靠门',
    ]);
  });

  it('without the names of people nothing is printed, and it is said', async () => {
    const shown = await open();
    shown.context.http.refuse(staffDirectory.routes.usersByIds, { error: 'network' });
    await shown.click(shown.get('button', '打印'));
    await shown.until(() => shown.context.record.toasts.some(({ kind, text }) => kind === 'error' && text === '名称未能加载'));
    expect(shown.context.record.prints).toEqual([]);
  });

  it('an edit that changes nothing sends every value as it came', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => shown.find('textbox', '床位名称'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    const { id: _, creatorTime: _created, lastModifyTime: _changed, total: _total, asked: _asked, labels: _labels, ...sent } = row;
    expect(call.input.body).toEqual(sent);
  });

  it('offers a choice for each field that narrows the list', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '展开'));
    const names = shown.all('combobox').map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '');
    for (const label of ['类别', '状态', '靠窗'])
      expect(
        names.some((name) => name.includes(label)),
        `${label} of ${names.join()}`,
      ).toBe(true);
  });

  it('asks for what lies between two numbers, as far as they are given, and no longer where they are taken out', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '展开'));
    const last = () => shown.context.http.callsOf(contract.routes.list).at(-1)?.input.query as Readonly<Record<string, unknown>>;
    const [low, high] = ['价格 最小值', '价格 最大值'].map((name) => shown.get('spinbutton', name)) as [HTMLElement, HTMLElement];
    await shown.type(low, '3.5');
    await shown.press(low, 'Enter');
    expect(last()).toMatchObject({ price: '3.5,' });
    await shown.type(high, '20');
    await shown.press(high, 'Enter');
    expect(last()).toMatchObject({ price: '3.5,20' });
    await shown.type(low, '');
    await shown.type(high, '');
    await shown.press(high, 'Enter');
    expect(last()).not.toHaveProperty('price');
  });

  it('asks whether a text says something, or for words that stand in it', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '展开'));
    const last = () => shown.context.http.callsOf(contract.routes.list).at(-1)?.input.query as Readonly<Record<string, unknown>>;
    const box = () => shown.get('combobox', '说明文');
    await shown.click(box());
    await shown.click(await shown.until(() => shown.all('option', '有')[0]));
    // The library tells a choice when its list is closed.
    await shown.until(() => !box().textContent?.includes('输入'));
    await shown.click(shown.get('button', '查询'));
    expect(last()).toMatchObject({ story: '1' });
    await shown.click(box());
    await shown.type(await shown.until(() => box().querySelector('input')), '护士');
    await shown.click(await shown.until(() => shown.all('option', /包含“护士”/)[0]));
    await shown.until(() => box().textContent?.includes('护士'));
    await shown.click(shown.get('button', '查询'));
    expect(last()).toMatchObject({ story: '~护士' });
  });

  it('says ranges of days, months and times and several choices as the query has them', () => {
    const range = [startOfDay(row.seen), endOfDay(row.seen)];
    const values = { keyword: 'x', opened: range, seen: range, month: range, tags: ['x', 'y'], amount: [], kind: null, papers: '1' };
    expect(askedOf(contract.record, values, viewOf)).toEqual({
      keyword: 'x',
      opened: '2026-03-02,2026-03-02',
      seen: range.join(','),
      month: '2026-03,2026-03',
      tags: 'x,y',
      papers: '1',
    });
  });

  it('a number is shown and not changed, a new row and a copy say when it comes, one that may be typed is left open', async () => {
    const shown = await open();
    const numbers = async () => {
      const serial = (await shown.until(() => shown.find('textbox', '流水号'))) as HTMLInputElement;
      const paper = shown.get('textbox', '单据号') as HTMLInputElement;
      return [serial, paper].map(({ value, disabled, placeholder }) => [value, disabled, value === '' ? placeholder : '']);
    };
    await shown.click(shown.get('button', '编辑'));
    expect(await numbers()).toEqual([
      ['WD0007', true, ''],
      ['P0007', false, ''],
    ]);
    await shown.click(shown.get('button', '取消'));
    await shown.click(shown.get('button', '新建床位'));
    await shown.until(() => (shown.find('textbox', '床位名称') as HTMLInputElement | undefined)?.value === '');
    const later = [
      ['', true, '保存时自动编号'],
      ['', false, '留空则保存时自动编号'],
    ];
    expect(await numbers()).toEqual(later);
    await shown.click(shown.get('button', '取消'));
    await shown.click(shown.get('button', '复制'));
    await shown.until(() => (shown.find('textbox', '床位名称') as HTMLInputElement | undefined)?.value === '一号床');
    expect(await numbers()).toEqual(later);
  });

  it('a relation shows its name, and is chosen from a list with search and pages', async () => {
    const shown = await open();
    const { http } = shown.context;
    const related = (contract.routes as unknown as Readonly<Record<string, typeof contract.routes.list>>).related as never;
    http.answer(related, toPage([{ id: 'w2', fullName: '外科', enCode: 'SIM.W2', enabledMark: 1 }] as never, 41, {}) as never);
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => shown.find('textbox', '床位名称'));
    await shown.click(await shown.until(() => shown.find('button', '病区: 内科')));
    await shown.until(() => shown.text().includes('SIM.W2'));
    expect(http.callsOf(related)[0]).toMatchObject({ input: { query: { field: 'wardId', currentPage: 1, pageSize: 20 } } });
    await shown.click(shown.all('radio').at(-1) ?? document.body);
    await shown.click(shown.get('button', '确定'));
    await shown.until(() => shown.find('button', '病区: 外科'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => http.callsOf(contract.routes.edit)[0]);
    expect(call.input.body).toMatchObject({ wardId: 'w2' });
  });

  it('a relation that the reader does not see has no name, and one that names nothing a dash', async () => {
    const context = createFakeWebContext();
    context.http.answer(
      contract.routes.list,
      toPage(
        [
          { ...row, labels: { wardId: null } },
          { ...row, id: 'b2', wardId: '', labels: { wardId: null } },
        ],
        2,
        {},
      ),
    );
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: bed.name }) });
    const shown = page;
    await shown.until(() => shown.text().includes('一号床'));
    expect(
      shown
        .all('cell')
        .map((cell) => cell.textContent)
        .filter((text) => text === '已不存在' || text === '–'),
    ).toEqual(['已不存在', '–']);
  });

  it('rows of a tree stand in as far as they are below the top, in the list and on paper, and no row is offered its own branch', async () => {
    const area = recordContract(
      defineRecord('beds.area', {
        title: ['区域', '區域', 'Area'],
        wire: { at: '/api/beds/Area' },
        fields: {
          fullName: field.text(20).required().label('区域名称', '區域名稱', 'Name'),
          parentId: field.relation('beds.area').label('上级', '上級', 'Parent'),
        },
        list: { columns: ['fullName', 'parentId'] },
        tree: { parent: 'parentId', maxDepth: 4 },
        acts: { edit: {}, print: {} },
      }),
    );
    const frame = { version: 1, creatorTime: 0, lastModifyTime: 0 };
    const top = { ...frame, id: 'a1', fullName: '南楼', parentId: '', labels: { parentId: null }, treeLevel: 1 };
    const child = { ...frame, id: 'a2', fullName: '南一层', parentId: 'a1', labels: { parentId: '南楼' }, treeLevel: 2 };
    const context = createFakeWebContext();
    const { http } = context;
    http.answer(area.routes.list, toPage([top, child], 2, {}));
    http.answer(area.routes.one, child);
    const related = (area.routes as unknown as Readonly<Record<string, typeof contract.routes.list>>).related as never;
    http.answer(related, toPage([], 0, {}) as never);
    page = await renderPage(recordPage(area), { context, menu: createFakeMenu({ enCode: 'beds.area' }) });
    const shown = page;
    await shown.until(() => shown.text().includes('南一层'));
    const indent = (text: string) =>
      shown
        .all('cell')
        .find((cell) => cell.textContent === text)
        ?.querySelector<HTMLElement>('span[style]')?.style.paddingInlineStart;
    expect([indent('南楼'), indent('南一层')].map((pixels) => Number.parseInt(pixels ?? '', 10))).toEqual([0, 20]);
    await shown.click(shown.get('button', '打印'));
    const { html } = await shown.until(() => context.record.prints[0]);
    expect(html).toContain('>\u3000南一层<');
    await shown.click(shown.all('button', '编辑')[1] ?? document.body);
    await shown.click(await shown.until(() => shown.find('button', '上级: 南楼')));
    await shown.until(() => http.callsOf(related).length > 0);
    expect(http.callsOf(related)[0]).toMatchObject({ input: { query: { field: 'parentId', without: 'a2' } } });
  });

  it('a panel of a row opens beside the list and goes when it is closed', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '更多'));
    await shown.click(shown.get('menuitem', '清洁'));
    await shown.click(shown.get('button', '清洁一号床完成'));
    expect(shown.find('button', '清洁一号床完成')).toBeUndefined();
  });
});
