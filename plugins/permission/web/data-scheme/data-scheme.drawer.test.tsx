import { staffDirectory } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type DataFieldRow, dataSchemeContract, type SchemePreview, type SchemeRow } from '../../contract/data-scheme.contract.ts';
import { MAX_CONTENT } from '../../domain/data-scheme/condition-check.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { DataSchemeDrawer } from './data-scheme.drawer.tsx';
import { DataSchemeStore } from './data-scheme.store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const field = (enCode: string, fullName: string, type: DataFieldRow['type']): DataFieldRow => ({
  id: enCode,
  enCode,
  fullName,
  type,
  conditionSymbol: '',
  conditionText: '',
  description: '',
});
const fields = [field('creatorUserId', '建档人', 'User'), field('reimWay', '费用类别', 'String'), field('totalPrice', '金额', 'Double')];
const scheme: SchemeRow = {
  id: 's1',
  moduleId: 'm1',
  enCode: 'preset.own',
  fullName: '仅本人数据',
  conditionText: '建档人等于当前用户',
  conditionJson: JSON.stringify([{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userId' }] }]),
  names: [],
  description: '',
  enabledMark: 1,
  sortCode: 0,
  grantCount: 2,
  creatorTime: 1_772_416_800_000,
  version: 1,
};
const seen = (over: Partial<SchemePreview> = {}): SchemePreview => ({
  userId: 'anna',
  userName: '安娜/anna',
  total: 1410,
  before: 1410,
  after: 207,
  hidden: 1203,
  shown: 0,
  ...over,
});
const state = { id: 'm1', enCode: 'his.patient', fullName: '患者管理', isDataAuthorize: 0 as const, presets: ['all' as const, 'own' as const] };

function contextWith(options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  answerContract(context.http, dataSchemeContract, {
    state,
    fields: { list: fields },
    schemes: { list: [scheme] },
    preview: seen(),
    setState: { ...state, isDataAuthorize: 1 },
    create: { id: 's2', version: 1 },
    edit: { id: 's1', version: 2 },
    preset: { id: 's3', version: 1 },
    remove: null,
    get: scheme,
  });
  context.http.answer(staffDirectory.routes.organizationUsers, []);
  return context;
}

const menu = { id: 'm1', name: '患者管理' };
const storeOf = (context: ReturnType<typeof contextWith>) => new DataSchemeStore(menu, context);

async function open(context = contextWith()): Promise<RenderedPage> {
  page = await renderPage(() => <DataSchemeDrawer menu={menu} onClose={() => undefined} />, {
    context,
    menu: createFakeMenu({ enCode: 'permission.authorize' }),
  });
  const shown = page;
  await shown.until(() => document.body.textContent?.includes('仅本人数据') ?? false);
  return shown;
}

describe('[6-02] drawer of data rights', () => {
  it('shows the switch, the schemes in words, and the usual ones that are not there yet', async () => {
    await open();
    const text = document.body.textContent ?? '';
    expect(text).toContain('数据权限：患者管理');
    expect(text).toContain('建档人等于当前用户');
    expect(text).toContain('已授权 2 个对象');
    expect(text).toContain('未开启：能看到所属机构的全部数据');
    const presets = [...document.querySelectorAll('.pm-scheme-presets button')].map((one) => one.textContent);
    expect(presets).toEqual(['全部数据']);
  });

  it('the keyboard goes where the work goes on: into the editor, to what is wrong, past what was taken away, back to the list', async () => {
    const shown = await open();
    await shown.click(shown.get('button', /新建方案/));
    const name = await shown.until(() => shown.find('textbox', '名称'));
    expect(document.activeElement).toBe(name);
    await shown.click(shown.get('button', /添加条件组/));
    await shown.click(shown.get('button', /添加条件$/));
    await shown.click(shown.get('button', '保存'));
    expect(document.activeElement).toBe(name);
    for (const part of ['字段', '比较', '内容类型']) expect(shown.get('combobox', `2. ${part}`)).toBeDefined();
    await shown.click(shown.get('button', '删除第 2 个条件'));
    expect(document.activeElement).toBe(shown.get('button', /添加条件$/));
    await shown.click(shown.get('button', '删除第 1 个条件'));
    expect(document.activeElement).toBe(shown.get('button', /添加条件组/));
    await shown.click(shown.get('button', '返回方案列表'));
    await shown.until(() => document.activeElement === shown.find('button', /新建方案/));
  });

  it('a scheme that is granted says why it cannot be deleted', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '删除 仅本人数据'));
    expect(shown.context.record.toasts.at(-1)?.text).toBe('“仅本人数据”已授权给 2 个对象，请先取消授权再删除。');
    expect(shown.context.record.questions).toEqual([]);
  });

  it('a deleted scheme leaves the keyboard in the list, a failed save is called so', async () => {
    const context = contextWith();
    context.http.answer(dataSchemeContract.routes.schemes, { list: [{ ...scheme, grantCount: 0 }] });
    const shown = await open(context);
    await shown.click(shown.get('button', '编辑 仅本人数据'));
    context.http.refuse(dataSchemeContract.routes.edit, { error: 'core.fault', message: '请稍后再试' });
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.until(() => shown.text().includes('没有保存成功：请稍后再试'));
    await shown.click(shown.get('button', '返回方案列表'));
    const remove = await shown.until(() => shown.find('button', '删除 仅本人数据'));
    context.http.answer(dataSchemeContract.routes.schemes, { list: [] });
    await shown.click(remove);
    await shown.until(() => document.activeElement === shown.find('button', /新建方案/));
  });

  it('names no text that is missing', async () => {
    await open();
    expect(document.body.textContent).not.toContain('dataScheme.');
  });

  it('says what switching on hides before it does', async () => {
    const asked: { content: string }[] = [];
    const context = contextWith();
    const store = new DataSchemeStore(menu, {
      ...context,
      confirm: async (question) => {
        asked.push(question);
        return true;
      },
    });
    await store.load();
    store.choose({ id: 'anna', name: '安娜/anna' });
    await store.toggle();
    expect(asked[0]?.content).toContain('没有被授权任何方案的人将看不到任何数据');
    expect(asked[0]?.content).toContain('将隐藏 1,203 条，共 1,410 条');
    expect(context.http.calls.filter(({ route }) => route === dataSchemeContract.routes.setState).map(({ input }) => input.body)).toEqual([
      { isDataAuthorize: 1 },
    ]);
    store.dispose();
  });

  it('writes conditions in groups, says them in words, and counts for a person', async () => {
    const context = contextWith();
    const store = storeOf(context);
    await store.load();
    store.choose({ id: 'anna', name: '安娜/anna' });
    store.edit();
    const { editor } = store;
    if (!editor) throw new Error('no editor');
    expect(editor.words).toBe('本机构及下级机构的全部数据');
    editor.addGroup();
    const [group] = editor.groups;
    expect(editor.words).toBe('建档人等于当前用户');
    editor.addComparison(group?.key ?? 0);
    editor.setLogic(group?.key ?? 0, 'or');
    const second = editor.groups[0]?.comparisons[1]?.key ?? 0;
    editor.change(group?.key ?? 0, second, { field: 'totalPrice', op: 'GreaterThan', text: '百' });
    expect(editor.groups[0]?.comparisons[1]).toMatchObject({ kind: 'text', op: 'GreaterThan' });
    expect(editor.problem).toMatchObject({ reason: 'unfit-content', field: '金额', comparison: 1 });
    expect(await editor.save()).toBeUndefined();
    editor.change(group?.key ?? 0, second, { text: '100' });
    expect(editor.words).toBe('建档人等于当前用户 或 金额大于“100”');
    await editor.countNow();
    expect(editor.count).toMatchObject({ kind: 'counted', preview: { hidden: 1203 } });
    editor.set({ fullName: '大额或本人' });
    expect(await editor.save()).toBeDefined();
    const sent = context.http.calls.find(({ route }) => route === dataSchemeContract.routes.create)?.input.body as { conditionJson: string };
    expect(JSON.parse(sent.conditionJson)).toEqual([
      {
        logic: 'or',
        groups: [
          { field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userId' },
          { field: 'totalPrice', type: 'Double', op: 'GreaterThan', value: '100' },
        ],
      },
    ]);
    store.dispose();
  });

  it('another field brings a comparison that suits it; the last condition takes its group along', async () => {
    const store = storeOf(contextWith());
    await store.load();
    store.edit(scheme);
    const { editor } = store;
    const [group] = editor?.groups ?? [];
    const key = group?.comparisons[0]?.key ?? 0;
    editor?.change(group?.key ?? 0, key, { field: 'reimWay', op: 'Contains' });
    expect(editor?.groups[0]?.comparisons[0]).toMatchObject({ op: 'Contains', kind: 'text' });
    editor?.change(group?.key ?? 0, key, { field: 'totalPrice' });
    expect(editor?.groups[0]?.comparisons[0]).toMatchObject({ op: 'Equal', kind: 'text' });
    expect(editor?.dirty).toBe(true);
    editor?.removeComparison(group?.key ?? 0, key);
    expect(editor?.groups).toEqual([]);
    store.dispose();
  });

  it('people are picked for a field that holds ids, and named in the words; a typed text is not taken for one', async () => {
    const store = storeOf(contextWith());
    await store.load();
    const value = 'gao,ma';
    store.edit({
      ...scheme,
      conditionJson: JSON.stringify([{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'In', value }] }]),
      names: [{ id: 'gao', fullName: '高飞/gao' }],
    });
    const { editor } = store;
    const [group] = editor?.groups ?? [];
    const at = [group?.key ?? 0, group?.comparisons[0]?.key ?? 0] as const;
    const text = () => editor?.groups[0]?.comparisons[0]?.text;
    expect([editor?.words, editor?.namesOf(value)]).toEqual(['建档人属于“高飞/gao”、“ma”', [{ id: 'gao', fullName: '高飞/gao' }]]);
    const picked = [
      { id: 'gao', fullName: '高飞/gao' },
      { id: 'ma', fullName: '马兰/ma' },
    ];
    editor?.pick(...at, picked.toReversed());
    expect([text(), editor?.words]).toEqual(['ma,gao', '建档人属于“马兰/ma”、“高飞/gao”']);
    editor?.change(...at, { op: 'Equal' });
    expect([text(), editor?.words]).toEqual(['ma', '建档人等于“马兰/ma”']);
    editor?.change(...at, { field: 'reimWay' });
    expect(text()).toBe('');
    editor?.change(...at, { text: '310' });
    editor?.change(...at, { field: 'creatorUserId' });
    expect([text(), editor?.problem?.reason]).toEqual(['', 'empty-content']);
    store.dispose();
  });

  it('a field that holds ids offers people, not a line to type into', async () => {
    const context = contextWith();
    const named = {
      ...scheme,
      conditionJson: JSON.stringify([
        {
          logic: 'and',
          groups: [
            { field: 'creatorUserId', type: 'User', op: 'In', value: 'gao' },
            { field: 'reimWay', type: 'String', op: 'In', value: '310' },
          ],
        },
      ]),
      names: [{ id: 'gao', fullName: '高飞/gao' }],
    };
    context.http.answer(dataSchemeContract.routes.schemes, { list: [named] });
    const shown = await open(context);
    await shown.click(shown.get('button', '编辑 仅本人数据'));
    const [people, text] = await shown.until(() => {
      const rows = [...document.querySelectorAll('.pm-comparison')];
      return rows[0]?.textContent?.includes('高飞/gao') && rows;
    });
    expect([people?.textContent, text?.textContent]).toEqual([expect.stringContaining('指定人员'), expect.stringContaining('输入内容')]);
    expect(shown.all('textbox').map((one) => one.getAttribute('aria-label'))).not.toContain('1. 内容');
    // As long as the rule lets a content be: one that is stored may be edited whole.
    expect((shown.get('textbox', '2. 内容') as HTMLInputElement).maxLength).toBe(MAX_CONTENT);
  });
});
