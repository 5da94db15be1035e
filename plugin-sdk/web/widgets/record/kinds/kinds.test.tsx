import { toPage } from '@nephra/plugin-sdk/contract';
import { columnRight, defineFieldKind, defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { type PageProps, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { Type } from 'typebox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordPage } from '../record-page.tsx';
import { pathOf, pointIn } from '../signature/strokes.ts';
import { fieldKindView } from './kind-slots.tsx';
import type { KindControlProps } from './kind-views.tsx';

const shadeOf = (name: string) =>
  defineFieldKind<string>(name, {
    column: { kind: 'text', length: 20 },
    schema: () => Type.String({ maxLength: 20 }),
    empty: '',
    toText: (value) => `色:${value}`,
    fromText: (text) => text,
    meaning: { zh: '颜色', zhtw: '顏色', en: 'colour' },
    source: { name: 'shade', from: './shade.ts' },
  });
const drawn = shadeOf('geo.shade');
const undrawn = shadeOf('geo.tint');

const well = defineRecord('beds.well', {
  title: ['水井', '水井', 'Well'],
  wire: { at: '/api/beds/Well' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    shade: drawn.field().label('颜色', '顏色', 'Colour'),
    tint: undrawn.field().label('色调', '色調', 'Tint'),
    sign: field.signature().required().label('签名', '簽名', 'Signature'),
    price: field.money().withheld().label('进价', '進價', 'Purchase price'),
    depth: field.int(0, 900).label('深度', '深度', 'Depth'),
    samples: field
      .lines({ max: 3, fields: { shade: drawn.field().label('样色', '樣色', 'Sample'), tint: undrawn.field().label('样调', '樣調', 'Sample tint') } })
      .label('水样', '水樣', 'Samples'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName', 'shade', 'tint', 'sign', 'price', 'depth', 'sortCode'], totals: ['depth', 'price'], order: 'fullName' },
  form: {
    blocks: {
      hint: { text: ['请先看说明', '請先看說明', 'Read the notes first'], strong: true, before: 'fullName' },
      turn: { act: 'state', label: ['切换状态', '切換狀態', 'Turn its state'] },
      clean: { act: 'btn_clean' },
    },
  },
  acts: { create: {}, edit: {}, state: {}, print: {}, remove: {} },
  buttons: { btn_clean: ['清洗', '清洗', 'Clean'] },
});
const contract = recordContract(well);
const picture = { name: 'signature.png', fileId: 's1.png', url: '/api/file/Image/annexpic/s1.png', fileSize: 40 };
const row = {
  id: 'w1',
  version: 3,
  creatorTime: 0,
  lastModifyTime: 0,
  fullName: '一号井',
  shade: 'red',
  tint: 'blue',
  sign: picture,
  price: 12.5,
  depth: 40,
  samples: [{ id: 's1', shade: 'grey', tint: 'pale' }],
  sortCode: 1,
  enabledMark: 1,
  description: '',
};

const Slot = fieldKindView<string>({
  Control: ({ id, value, disabled, onChange }: KindControlProps<string>) => (
    <input id={id} aria-label="挑颜色" value={value} disabled={disabled} onChange={({ target }) => onChange(target.value)} />
  ),
  Cell: ({ value }) => <i data-shade={value}>{`▇ ${value}`}</i>,
  print: (value) => `印:${value}`,
});
const Kinds = Slot as unknown as (props: Readonly<Record<string, unknown>>) => null;
const Bare = recordPage(contract, { rowActions: [{ button: 'btn_clean', panel: ({ fullName }) => <p>{`清洗${fullName}`}</p> }] });
/** As the shell draws extension points: the plugin of one kind is there, that of the other is not. */
const Page = (props: PageProps) => (
  <SlotRendererProvider value={(point, given, fallback) => (point === 'record/kind.geo.shade@1' ? <Kinds {...given} /> : fallback)}>
    <Bare {...props} />
  </SlotRendererProvider>
);

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
});

const open = async (given: object = row, options: Parameters<typeof createFakeWebContext>[0] = {}): Promise<RenderedPage> => {
  const context = createFakeWebContext(options);
  context.http.answer(contract.routes.list, { ...toPage([given], 1, {}), totals: { depth: '1040' } } as never);
  context.http.answer(contract.routes.one, given as never);
  context.http.answer(contract.routes.edit, { id: 'w1', version: 4 });
  context.http.answer(contract.routes.create, { id: 'w2', version: 1 });
  context.http.answer(contract.routes.state, { id: 'w1', version: 4 });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'beds.well', fullName: '水井' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('一号井'));
  return shown;
};

describe('kinds of plugins on a page', () => {
  it('are drawn by their plugin; one whose plugin is off shows its text, and stays what it is', async () => {
    const shown = await open();
    await shown.until(() => shown.container.querySelector('[data-shade="red"]'));
    expect(shown.text()).toContain('色:blue');
    await shown.click(shown.get('button', '编辑'));
    await shown.type(await shown.until(() => shown.find('textbox', '颜色') ?? shown.find('textbox', '挑颜色')), 'green');
    await shown.click(shown.get('button', '保存'));
    const { input } = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(input.body).toMatchObject({ shade: 'green', tint: 'blue', sign: picture, version: 3 });
  });

  it('are drawn in lines, too, each called after its line; one whose plugin is off shows its text there', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '编辑'));
    const group = await shown.until(() => document.querySelector<HTMLElement>('fieldset[aria-label="样色 1"]'));
    const control = await shown.until(() => group.querySelector('input'));
    expect(document.querySelector('fieldset[aria-label="样调 1"]')?.textContent).toBe('色:pale');
    await shown.type(control, 'white');
    await shown.click(shown.get('button', '保存'));
    const { input } = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(input.body).toMatchObject({ samples: [{ id: 's1', shade: 'white', tint: 'pale' }] });
  });
});

describe('texts and buttons of a form', () => {
  it('2.6-09: the text stands before its field, and the cursor begins in the field', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建水井'));
    const name = await shown.until(() => shown.find('textbox', '名称'));
    const text = [...document.querySelectorAll('.nk-form-block')].find((each) => each.textContent === '请先看说明');
    expect(text?.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(document.activeElement).toBe(name);
    // A row that is not there yet has no acts.
    expect(shown.find('button', '切换状态')).toBeUndefined();
  });

  it('2.6-09: a button runs its act with the question of that act, and the form is of the row as it is then', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '编辑'));
    await shown.click(await shown.until(() => shown.find('button', '切换状态')));
    await shown.until(() => shown.context.http.callsOf(contract.routes.state).length === 1);
    expect(shown.context.record.questions.length).toBe(1);
    await shown.until(() => shown.context.http.callsOf(contract.routes.one).length === 2);
    await shown.type(await shown.until(() => shown.find('textbox', '名称')), '二号井');
    expect((shown.get('button', '切换状态') as HTMLButtonElement).disabled).toBe(true);
  });

  it('2.6-09: a button without the code of its act is not there; one of the page opens its panel', async () => {
    const reader = await open(row, { grants: ['beds.well', 'beds.well:btn_edit', 'beds.well:btn_clean', 'beds.well#column:price'] });
    await reader.click(reader.get('button', '编辑'));
    const [clean] = await reader.until(() => {
      const found = [...document.querySelectorAll<HTMLElement>('.nk-form-block button')].filter((each) => each.textContent === '清洗');
      return found.length > 0 && found;
    });
    expect(reader.find('button', '切换状态')).toBeUndefined();
    if (clean) await reader.click(clean);
    await reader.until(() => reader.text().includes('清洗一号井'));
  });
});

describe('a signature', () => {
  const pen = { fillRect: vi.fn(), fillText: vi.fn(), stroke: vi.fn() };
  const paint = () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })));
  };

  it('can be typed by keyboard; what is begun and not adopted keeps the form from being saved', async () => {
    paint();
    const upload = vi.fn(async (file: File) => ({ name: file.name, fileId: 's2.png', url: '/api/file/Image/annexpic/s2.png', fileSize: file.size }));
    const shown = await open({ ...row, sign: null }, { files: { upload, download: vi.fn() } });
    await shown.click(shown.get('button', '编辑'));
    const name = await shown.until(() => shown.find('textbox', '或输入姓名签署'));
    await shown.type(name, '林医生');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('签名'));
    expect(shown.context.http.callsOf(contract.routes.edit)).toEqual([]);
    await shown.click(shown.get('button', '采用签名'));
    await shown.until(() => shown.find('button', '重新签名'));
    expect(pen.fillText).toHaveBeenCalledWith('林医生', 240, 80, 448);
    await shown.click(shown.get('button', '保存'));
    const { input } = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(input.body).toMatchObject({ sign: { name: 'signature.png', fileId: 's2.png' } });
    expect(upload).toHaveBeenCalledWith(expect.any(File), { type: 'annexpic' });
  });

  it('is drawn by lines that stay inside the picture', () => {
    const box = { left: 10, top: 20, width: 240, height: 80 };
    expect([pointIn(box, 10, 20), pointIn(box, 130, 60), pointIn(box, 9_999, -5)]).toEqual([
      [0, 0],
      [240, 80],
      [480, 0],
    ]);
    expect(
      pathOf([
        [
          [1, 2],
          [3, 4],
        ],
        [],
        [[5, 6]],
      ]),
    ).toBe('M1 2L3 4M5 6h0.1');
  });
});

describe('what somebody may not see', () => {
  const grants = ['beds.well', 'beds.well:btn_edit', 'beds.well:btn_print'];

  it('has no column and no control, and is not sent', async () => {
    const { price: _, ...seen } = row;
    const shown = await open(seen, { grants });
    const headings = () => shown.all('columnheader').map((each) => each.textContent ?? '');
    expect(headings().some((text) => text.includes('深度'))).toBe(true);
    expect(headings().some((text) => text.includes('进价'))).toBe(false);
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => shown.find('textbox', '名称'));
    expect(shown.text()).not.toContain('进价');
    await shown.click(shown.get('button', '保存'));
    const { input } = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(input.body).not.toHaveProperty('price');
    expect(columnRight(well, { name: 'price' })).toBe('beds.well#column:price');
  });

  it('stands on no paper; there titles of numbers stand over them, sums below, and a signature as its picture', async () => {
    const { price: _, ...seen } = row;
    const shown = await open(seen, { grants });
    await shown.click(shown.get('button', '打印'));
    const { html } = await shown.until(() => shown.context.record.prints[0]);
    expect(html).not.toContain('进价');
    expect(html).toContain('<th>名称</th>');
    expect(html).toContain('<th class="r">深度</th>');
    expect(html).toContain('<td>印:red</td><td>色:blue</td>');
    expect(html).toMatch(/<td><img src="[^"]*s1\.png[^"]*" alt="signature\.png"/);
    expect(html).toContain('<tr><td>合计</td><td></td><td></td><td></td><td class="r">1,040</td><td></td></tr>');
  });
});
