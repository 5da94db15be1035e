import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { MENU_ICONS } from '@nephra/plugin-sdk/contract';
import type { PageProps } from '@nephra/plugin-sdk/web';
import { Profiler } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseOption } from '../../../../tests/support/screens/choose-option.ts';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';
import { type MenuImportRow, type MenuNode, type MenuOne, menuContract } from '../../contract/menu/menu.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page as IconsPage } from './icons.page.tsx';
import { Page } from './menu.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const node = (enCode: string, fullName: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id: enCode,
  parentId: '-1',
  fullName,
  enCode,
  icon: 'icon-ym',
  iconName: 'page',
  type: 2,
  urlAddress: enCode.replaceAll('.', '/'),
  linkTarget: '_self',
  category: 'Web',
  enabledMark: 1,
  sortCode: 10,
  description: '',
  propertyJson: '{}',
  isButtonAuthorize: 0,
  isColumnAuthorize: 0,
  isFormAuthorize: 0,
  isDataAuthorize: 0,
  owner: 'patient',
  active: 1,
  hidden: 0,
  changed: '',
  hasChildren: false,
  isLeaf: true,
  num: 0,
  children: null,
  ...over,
});
const patient = node('his.patient', '病人', { changed: 'title,sortCode' });
const link = node('site.link', 'SIM 链接', { owner: 'site', type: 7, urlAddress: 'https://example.org', linkTarget: '_blank' });
const folder = node('his', '医院业务', { type: 1, owner: 'shell', urlAddress: '', hasChildren: true, isLeaf: false, num: 1, children: [patient] });
const words = { zh: '患者', zhtw: '病患', en: 'Patients' };
const oneOf = ({ children: _c, hasChildren: _h, isLeaf: _l, num: _n, ...info }: MenuNode): MenuOne => ({
  ...info,
  titles: { zh: info.fullName, zhtw: info.fullName, en: info.fullName },
  declaredTitles: words,
  items:
    info.owner === 'site'
      ? [
          { kind: 'button', enCode: 'btn_go', titles: { zh: '打开', zhtw: '開啟', en: 'Open' }, type: 'String' },
          { kind: 'button', enCode: 'btn_call', titles: { zh: '叫号', zhtw: '叫號', en: 'Call' }, type: 'String', enabledMark: 0 },
        ]
      : [],
  version: 'v1',
});
const { routes } = menuContract;

async function open({
  shown = patient,
  rows = [],
  can,
}: {
  readonly shown?: MenuNode;
  readonly rows?: readonly MenuImportRow[];
  readonly can?: (code: string) => boolean;
} = {}) {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true }, ...(can && { can }) });
  answerContract(context.http, dictionaryTypeContract, { selector: { list: [] } });
  answerContract(context.http, menuContract, {
    tree: { list: [folder, link] },
    info: oneOf(shown),
    selector: { list: [{ ...folder, children: null }] },
    create: { id: 'site.new' },
    edit: { id: shown.id },
    state: { id: shown.id },
    reset: { id: shown.id },
    roles: {
      list: [
        { id: 'r1', fullName: '护士', enCode: 'nurse' },
        { id: 'r2', fullName: '收费员', enCode: 'cashier' },
      ],
    },
    preview: { list: [folder] },
    importPreview: { list: [...rows] },
    importFile: { created: 1, edited: 0, unchanged: 0, skipped: 0 },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.menu', fullName: '菜单管理' }) });
  const drawn = page;
  await drawn.click(await drawn.until(() => drawn.find('treeitem', new RegExp(shown.fullName))));
  await drawn.until(() => drawn.text().includes(shown.enCode));
  return drawn;
}

describe('[2.5-05] page of menus', () => {
  it('changes how an entry of a plugin is shown, and sends nothing that is the plugin’s', async () => {
    const shown = await open();
    expect(shown.text()).toContain('名称、排序');
    await shown.click(shown.get('button', '编辑'));
    const name = await shown.until(() => shown.find('textbox', /简体中文名称/));
    expect(shown.find('textbox', /链接地址|页面地址/)).toBeUndefined();
    await shown.type(name, '');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input).toMatchObject({ params: { id: 'his.patient' }, body: { titles: { zh: '' }, version: 'v1', hidden: 0 } });
    expect(call.input.body).not.toHaveProperty('urlAddress');
  });

  it('adds a link of its own with a code below “site.”', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建菜单'));
    for (const language of ['简体中文名称', '繁体中文名称', '英文名称'])
      await shown.type(await shown.until(() => shown.find('textbox', new RegExp(language))), 'SIM');
    await shown.type(shown.get('textbox', /编码/), 'mine');
    await shown.type(shown.get('textbox', /链接地址/), 'https://example.org');
    await shown.click(shown.get('radio', 'star'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(call.input.body).toMatchObject({
      enCode: 'site.mine',
      type: 7,
      urlAddress: 'https://example.org',
      iconName: 'star',
      parentId: '-1',
      propertyJson: '{}',
      items: [],
    });
  });

  it('what belongs to an entry of its own: codes, and deleting it', async () => {
    const shown = await open({ shown: link });
    expect(shown.text()).toContain('btn_go');
    expect([...document.querySelectorAll('.sys-menu-codes li')].map(({ textContent }) => textContent?.includes('已停用'))).toEqual([false, true]);
    expect(shown.find('button', '删除')).toBeDefined();
    expect(shown.find('button', '恢复默认')).toBeUndefined();
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => shown.find('textbox', /简体中文名称/));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect((call.input.body as { items: object[] }).items).toEqual([
      expect.not.objectContaining({ enabledMark: expect.anything() }),
      expect.objectContaining({ enCode: 'btn_call', enabledMark: 0 }),
    ]);
  });

  it('who holds no button reads', async () => {
    const shown = await open({ shown: link, can: () => false });
    for (const name of ['新建菜单', '编辑', '停用', '删除', '导出', '导入']) expect(shown.find('button', name)).toBeUndefined();
  });

  it('looks at a file before it is taken, and takes none with a refusal', async () => {
    const file = new File(['{}'], 'menus.json', { type: 'application/json' });
    const shown = await open({ rows: [{ enCode: 'site.a', fullName: 'SIM 甲', act: 'refuse', reason: '上级须是目录。' }] });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no field for a file');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await shown.until(() => shown.text().includes('上级须是目录'));
    const buttons = shown.all('button', '导入');
    expect(buttons.at(-1)?.hasAttribute('disabled')).toBe(true);
    expect(shown.context.http.callsOf(routes.importFile)).toEqual([]);
  });
});

describe('[2.5-05] the menu as a role is shown it', () => {
  const preview = async () => {
    const shown = await open();
    await shown.click(shown.get('button', '按角色预览'));
    const box = await shown.until(() => shown.find('combobox', '角色'));
    return { shown, box, asked: () => shown.context.http.callsOf(routes.preview).map(({ input }) => input.params) };
  };
  /** The tree of the preview; the page behind it has one of the same rows. */
  const previewed = (shown: RenderedPage) => shown.find('tree', '按角色预览');

  it('asks for a role first, then shows what somebody with that role alone has, to read', async () => {
    const { shown, box, asked } = await preview();
    expect([previewed(shown), asked()]).toEqual([undefined, []]);
    expect(shown.text()).toContain('选择一个角色');
    await chooseOption(shown, box, '护士');
    const tree = await shown.until(() => previewed(shown));
    await shown.until(() => tree.textContent?.includes('病人'));
    expect(asked()).toEqual([{ id: 'r1' }]);
    // The link of the site is not among what the role was given.
    expect(tree.textContent).not.toContain('SIM 链接');
    const [entry] = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter(({ textContent }) => textContent?.includes('病人'));
    const read = shown.context.http.callsOf(routes.info).length;
    if (entry) await shown.click(entry);
    expect(shown.context.http.callsOf(routes.info)).toHaveLength(read);
  });

  it('another role is asked for anew, and nothing is kept of the one before once it is closed', async () => {
    const { shown, box, asked } = await preview();
    await chooseOption(shown, box, '护士');
    await shown.until(() => previewed(shown)?.textContent?.includes('病人'));
    answerContract(shown.context.http, menuContract, { preview: { list: [link] } });
    await chooseOption(shown, box, '收费员');
    await shown.until(() => previewed(shown)?.textContent?.includes('SIM 链接'));
    expect(previewed(shown)?.textContent).not.toContain('病人');
    expect(asked()).toEqual([{ id: 'r1' }, { id: 'r2' }]);
    await shown.press(box, 'Escape');
    await shown.click(shown.get('button', /close|关闭/i));
    await shown.until(() => previewed(shown) === undefined);
    await shown.click(shown.get('button', '按角色预览'));
    await shown.until(() => shown.text().includes('选择一个角色'));
    expect(asked()).toHaveLength(2);
  });
});

let count = (): void => undefined;
const Counted = (props: PageProps) => (
  <Profiler id="icons" onRender={() => count()}>
    <IconsPage {...props} />
  </Profiler>
);

describe('[2.5-05] page of icons', () => {
  it('finds a picture by its name and copies it', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void written.push(text) } });
    const context = createFakeWebContext({ texts });
    page = await renderPage(IconsPage, { context, menu: createFakeMenu({ enCode: 'system.icons', fullName: '系统图标' }) });
    const shown = page;
    await shown.type(shown.get('textbox', '输入图标名称'), 'kidn');
    expect(shown.all('button', /复制/)).toHaveLength(1);
    await shown.click(shown.get('button', '复制“kidney”'));
    expect(written).toEqual(['kidney']);
  });

  it('draws the pictures in pieces, in the end all of them', async () => {
    const counts = [0];
    count = () => void counts.push(document.querySelectorAll('.sys-icon-list > li').length);
    page = await renderPage(Counted, { context: createFakeWebContext({ texts }), menu: createFakeMenu({ enCode: 'system.icons' }) });
    expect(counts.at(-1)).toBe(MENU_ICONS.length);
    expect(Math.max(...counts.slice(1).map((drawn, at) => drawn - (counts[at] ?? 0)))).toBeLessThanOrEqual(32);
  });
});
