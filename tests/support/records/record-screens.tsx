import { EnvelopeCode, LANGUAGES, toPage } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, initialOf, type RecordContract, type RecordField, settleValues } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError, type PageProps } from '@nephra/plugin-sdk/web';
import { type ComponentType, act as reactAct } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ColumnSetting, columnSettingsContract } from '../../../plugin-sdk/web/widgets/columns/column-settings.ts';
import { toForm } from '../../../plugin-sdk/web/widgets/record/record-views.tsx';
import { shareOf } from '../cases/effort.ts';
import { fieldAround, fieldsAtFault, fieldsDrawn, firstReachable, unnamedControls } from './screens/controls.ts';
import { buttonsOffered, codedButtons, MIXTURES, someOf } from './screens/granted-buttons.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

export interface RecordScreensOptions {
  readonly Page: ComponentType<PageProps>;
  /** A row as the list and `one` give it; enabled where the record has a state. */
  readonly row: Row;
  /** Texts of the plugin. */
  readonly texts: object;
  /** What the page asks for besides the record. */
  readonly answer?: (context: FakeWebContext) => void;
  /** Fields that a keyboard fills in for a new row, by their name: lines that must be given, or one of the others. */
  readonly typed: Readonly<Record<string, string>>;
  /** What must be given besides and is chosen (a day, a row of another record), as it stands on the wire; it comes from a draft. */
  readonly drafted?: Readonly<Record<string, unknown>>;
}

interface AnyCalls {
  readonly [name: string]: RecordContract<AnyRecord, Record<never, never>>['routes']['list'];
}

/**
 * What the page of every record must do (R27, R28): the list with its columns in three languages, buttons by the codes that somebody holds, adding by keyboard,
 * refusals at their fields, drafts, questions before what ends something.
 */
export function recordScreens(
  contract: { readonly record: AnyRecord; readonly routes: unknown },
  { Page, row, texts, answer, typed, drafted }: RecordScreensOptions,
): void {
  const { record } = contract;
  const routes = contract.routes as AnyCalls;
  const route = (name: string) => {
    const found = routes[name];
    if (!found) throw new TypeError(`${record.name} has no route ${name}`);
    return found;
  };
  const menu = createFakeMenu({ enCode: record.menu, fullName: record.title.zh });
  const called = record.fields.find(({ kind }) => kind === 'text')?.name ?? '';
  const name = String(row[called] ?? '');
  const typeable = record.form.flatMap((key) => record.fields.filter((each) => each.name === key && key in typed));
  const first = typeable.find(({ required }) => required) ?? typeable[0];
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    expect(page?.context.live() ?? []).toEqual([]);
    page = undefined;
  });

  const open = async (
    options: FakeWebOptions & { readonly rows?: readonly Row[]; readonly keeps?: boolean; readonly columns?: readonly ColumnSetting[] } = {},
  ): Promise<RenderedPage> => {
    const { rows = [row], keeps = true, columns = [], ...given } = options;
    const context = createFakeWebContext({ texts, ...given });
    const { http } = context;
    http.answer(route('list'), { ...toPage(rows as never, rows.length, {}), ...(record.shared && { keeps }) } as never);
    http.answer(route('one'), row as never);
    http.answer(columnSettingsContract.routes.load, columns);
    http.answer(columnSettingsContract.routes.save, null);
    for (const act of ['create', 'edit', 'state'] as const) if (routes[act]) http.answer(route(act), { id: row.id, version: row.version + 1 } as never);
    if (routes.remove) http.answer(route('remove'), null as never);
    answer?.(context);
    page = await renderPage(Page, { context, menu });
    const shown = page;
    await shown.until(() => http.callsOf(route('list')).length > 0 && shown.text().includes(rows.length > 0 ? name : record.title.zh));
    return shown;
  };
  /** Acts of a row, whether they stand in it or in its menu. */
  const act = async (shown: RenderedPage, text: string): Promise<boolean> => {
    const direct = shown.all('button', text)[0];
    if (direct) {
      await shown.click(direct);
      return true;
    }
    const [more] = shown.all('button', '更多');
    if (!more) return false;
    await shown.click(more);
    const item = shown.all('menuitem', text)[0];
    if (item) await shown.click(item);
    else await shown.press(document.activeElement ?? document.body, 'Escape');
    return item !== undefined;
  };
  const addButton = `新建${record.title.zh}`;
  const field = (shown: RenderedPage, key: string) =>
    shown.until(() => shown.find('textbox', record.fields.find((each) => each.name === key)?.label.zh ?? key));

  describe(`[R27] [R28] page of ${record.name}`, () => {
    it('R28 has a heading for every column in three languages and a name for every control; a column that somebody hides stays hidden', async () => {
      let kept: readonly ColumnSetting[] = [];
      for (const language of LANGUAGES) {
        const shown = await open({ language, columns: kept });
        const isThere = (label: string) => shown.all('columnheader').some((heading) => heading.textContent?.trim() === label);
        const labels = record.columns.flatMap(({ name: column, hidden }) => {
          const field = record.fields.find((each) => each.name === column) ?? record.shown.find((each) => each.name === column);
          return field?.label && !hidden ? [{ column, label: field.label[language] }] : [];
        });
        const put = kept.find(({ visible, prop }) => !visible && labels.some(({ column }) => column === prop))?.prop;
        if (put !== undefined) await shown.until(() => !isThere(labels.find(({ column }) => column === put)?.label ?? ''));
        for (const { column, label } of labels) expect([column, label, isThere(label)]).toEqual([column, label, column !== put]);
        expect(shown.text()).not.toContain('undefined');
        expect(unnamedControls()).toEqual([]);
        // The first column stays whatever somebody wants, and this test waits for what people call a row by.
        const second = labels.find(({ column }) => column !== record.columns[0]?.name && column !== called);
        // Lists that come whole keep no columns.
        if (language !== 'zh' || !second || record.whole) {
          await shown.unmount();
          continue;
        }
        await shown.click(shown.get('button', '列表显示设置'));
        await shown.click(await shown.until(() => shown.find('switch', `显示“${second.label}”`)));
        await shown.until(() => !isThere(second.label));
        expect(unnamedControls()).toEqual([]);
        await shown.unmount();
        const [saved] = shown.context.http.callsOf(columnSettingsContract.routes.save);
        const { fieldList = '' } = (saved?.input.body ?? {}) as { readonly fieldList?: string };
        kept = JSON.parse(fieldList) as readonly ColumnSetting[];
        expect(kept.filter(({ visible }) => !visible).map(({ prop }) => prop)).toContain(second.column);
      }
    });

    it('an empty list says so', async () => {
      expect((await open({ rows: [] })).text()).toMatch(/还没有|还是空的/);
    });

    it('R28 shows the buttons whose codes somebody holds, and no other', async () => {
      const buttons = codedButtons(record, addButton);
      const mixtures = shareOf('mixtures of codes with which the page of a record is opened', MIXTURES, 2);
      for (const codes of [[], ...mixtures.map((mixture) => someOf(buttons, mixture))]) {
        const shown = await open({ grants: [record.menu, ...codes] });
        const offered = await buttonsOffered(shown);
        for (const { text, code, alone } of buttons)
          if (alone || !codes.includes(code)) expect([text, code, offered.has(text)]).toEqual([text, code, codes.includes(code)]);
        await shown.unmount();
      }
    });

    it.runIf(record.shared)('is only read by whoever answers for some of the organisations, and says so', async () => {
      const read = await open({ keeps: false });
      expect(read.find('button', addButton)).toBeUndefined();
      for (const text of ['编辑', '停用', '删除']) expect(await act(read, text), text).toBe(false);
      expect(read.text()).toContain('由全部机构共用');
    });

    it.runIf(record.acts.create)('R28 adds by keyboard; what must be given is asked for first, and the cursor stands there', async () => {
      let shown = await open();
      const start = async () => {
        const add = shown.get('button', addButton);
        expect([add.tagName, add.tabIndex]).toEqual(['BUTTON', 0]);
        await shown.click(add);
        return await field(shown, first?.name ?? '');
      };
      let line = await start();
      expect(fieldAround(document.activeElement)).toBe(firstReachable());
      expect(unnamedControls()).toEqual([]);
      // The cursor is elsewhere when the form is sent.
      shown.get('button', '取消').focus();
      await shown.press(line, 'Enter');
      await shown.until(() => fieldsAtFault().length > 0);
      if (first?.required) expect(fieldsAtFault()).toContain(first.name);
      expect(shown.context.http.callsOf(route('create'))).toEqual([]);
      expect(fieldAround(document.activeElement)).toBe(fieldsAtFault()[0]);
      if (drafted) {
        await shown.unmount();
        const { drafts } = createFakeWebContext();
        const asInForm = (key: string, value: unknown) => toForm(record.fields.find((each) => each.name === key) as RecordField, value);
        drafts.save(`${record.name}:new`, Object.fromEntries(Object.entries(drafted).map(([key, value]) => [key, asInForm(key, value)])));
        shown = await open({ drafts });
        line = await start();
      }
      for (const [key, text] of Object.entries(typed)) await shown.type(await field(shown, key), text);
      expect(shown.context.isGuarded()).toBe(true);
      const lists = shown.context.http.callsOf(route('list')).length;
      await shown.press(line, 'Enter');
      await shown.until(() => shown.context.http.callsOf(route('create')).length > 0 || fieldsAtFault().length > 0);
      expect(fieldsAtFault(), '`typed` or `drafted` gives a value to each field that must be given').toEqual([]);
      const body = (shown.context.http.callsOf(route('create'))[0]?.input.body ?? {}) as object;
      expect(body).toMatchObject(typed);
      // What is hidden, calculated or not to be edited is not sent.
      const { stateOf } = settleValues(
        record.fields,
        Object.fromEntries(record.fields.map((each) => [each.name, typed[each.name] ?? drafted?.[each.name] ?? initialOf(each)])),
        undefined,
      );
      const sent = record.fields.filter((each) => record.form.includes(each.name) && stateOf(each).editable && !each.of.derived).map((each) => each.name);
      expect(Object.keys(body).sort()).toEqual(sent.sort());
      // The form is gone, and the new row comes with the list.
      await shown.until(() => fieldsDrawn().length === 0 && shown.context.http.callsOf(route('list')).length > lists);
      expect(shown.context.record.toasts).toMatchObject([{ kind: 'success' }]);
      expect([shown.context.isGuarded(), ...(drafted ? [] : shown.context.record.drafts.keys())]).toEqual([false]);
    });

    it.runIf(record.acts.edit)(
      'R28 keeps what was typed when the server refuses, tells it at the fields, puts the cursor into the first, and brings all back after the page was closed',
      async () => {
        const shown = await open();
        // What the server says first need not stand first.
        const refused = typeable.filter(({ fixed }) => !fixed).map((each) => each.name);
        const fields = refused.map((path) => ({ path, msg: '这个不行' })).toReversed();
        shown.context.http.answer(route('edit'), () => {
          throw new ApiError({ code: EnvelopeCode.Invalid, error: 'core.invalid', message: '不行', fields });
        });
        await act(shown, '编辑');
        const text = `${typed[first?.name ?? '']}9`;
        const line = await field(shown, first?.name ?? '');
        expect(fieldAround(document.activeElement)).toBe(firstReachable());
        await shown.type(line, text);
        await shown.click(shown.get('button', '保存'));
        await shown.until(() => shown.text().includes('这个不行'));
        expect(fieldsAtFault()).toEqual(refused);
        expect(fieldAround(document.activeElement)).toBe(refused[0]);
        expect(shown.context.http.callsOf(route('edit'))[0]?.input).toMatchObject({
          params: { id: row.id },
          body: { [first?.name ?? '']: text, version: row.version },
        });
        await shown.unmount();
        const again = await open({ drafts: shown.context.drafts });
        await act(again, '编辑');
        expect(((await field(again, first?.name ?? '')) as HTMLInputElement).value).toBe(text);
      },
    );

    it.runIf(record.acts.copy)('copies a row without its codes', async () => {
      const shown = await open();
      expect(await act(shown, '复制')).toBe(true);
      await field(shown, first?.name ?? '');
      for (const code of record.fields.filter(({ kind }) => kind === 'code')) expect(((await field(shown, code.name)) as HTMLInputElement).value).toBe('');
    });

    it.runIf(record.acts.print)('prints what the list shows, texts as texts', async () => {
      const hostile = { ...row, id: `${row.id}-2`, [record.fields.find(({ kind }) => kind === 'text')?.name ?? '']: '<b>粗</b>&' };
      const shown = await open({ rows: [hostile, row] });
      await shown.click(shown.get('button', '打印'));
      const paper = await shown.until(() => shown.context.record.prints[0]);
      expect(paper.html).toContain('&lt;b&gt;粗&lt;/b&gt;&amp;');
      expect(paper.html).not.toContain('<b>粗');
      for (const { name: column, hidden } of record.columns) {
        const label = (record.fields.find((each) => each.name === column) ?? record.shown.find((each) => each.name === column))?.label?.zh;
        if (label !== undefined) expect(paper.html.includes(`>${label}<`), label).toBe(!hidden);
      }
      expect(shown.context.http.callsOf(route('list')).at(-1)?.input.query).toMatchObject({ currentPage: 1, pageSize: 500 });
    });

    it.runIf(record.acts.export)('brings all that the list shows out as a workbook', async () => {
      const shown = await open();
      shown.context.http.answer(route('exportExcel'), new File(['x'], 'list.xlsx') as never);
      await shown.click(shown.get('button', '导出'));
      const call = await shown.until(() => shown.context.http.callsOf(route('exportExcel'))[0]);
      expect(call.input.query).toMatchObject({ dataType: '1' });
    });

    it.runIf(record.acts.import)('takes a workbook: says what each row does, sends what is right, and reads the list anew', async () => {
      const shown = await open();
      const { http } = shown.context;
      const label = first?.label.zh ?? '';
      const checked = (rowNumber: number, over: object) => ({
        rowNumber,
        rowKey: `k${rowNumber}`,
        errors: [],
        errorsInfo: '',
        imported: false,
        act: 'create',
        ...over,
      });
      http.answer(route('upload'), { name: 'up.xlsx', url: '' } as never);
      http.answer(route('preview'), {
        dataRow: [
          checked(2, { [first?.name ?? '']: '新的' }),
          checked(3, { act: 'edit' }),
          checked(4, { act: 'keep', imported: true }),
          checked(5, { act: '', errors: [{ field: first?.name ?? '', msg: '太长' }], errorsInfo: `${label}：太长` }),
        ],
        unknown: ['备注二'],
        missing: [],
      } as never);
      http.answer(route('importData'), { snum: 2, fnum: 0, created: 1, edited: 1, unchanged: 0, resultType: 0, failResult: [] } as never);
      await shown.click(shown.get('button', '导入'));
      const input = await shown.until(() => document.querySelector<HTMLInputElement>('input[type=file]'));
      Object.defineProperty(input, 'files', { value: [new File(['x'], 'in.xlsx')], configurable: true });
      await shown.settle();
      await reactAct(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
      await shown.until(() => shown.text().includes('太长'));
      // What is wrong is shown first.
      await shown.click(shown.get('radio', '全部'));
      for (const said of ['将新建', '将更新', '无变化', '备注二']) expect(shown.text()).toContain(said);
      const before = http.callsOf(route('list')).length;
      await shown.click(shown.get('button', '导入 2 行'));
      const call = await shown.until(() => http.callsOf(route('importData'))[0]);
      expect((call.input.body as { list: readonly { readonly rowKey: string }[] }).list.map(({ rowKey }) => rowKey)).toEqual(['k2', 'k3']);
      expect((call.input.body as { list: readonly object[] }).list[0]).not.toHaveProperty('act');
      await shown.until(() => shown.text().includes('1 行未导入'));
      await shown.click(shown.get('button', '关闭'));
      await shown.until(() => http.callsOf(route('list')).length > before);
    });

    it('asks before it disables or deletes; whoever says no sends nothing', async () => {
      const shown = await open({ confirms: false });
      const ends = [...(record.acts.state ? ['停用'] : []), ...(record.acts.remove ? ['删除'] : [])];
      for (const end of ends) expect(await act(shown, end), end).toBe(true);
      expect(shown.context.record.questions.map(({ content }) => content.includes(name))).toEqual(ends.map(() => true));
      for (const each of ['state', 'remove']) if (routes[each]) expect(shown.context.http.callsOf(route(each))).toEqual([]);
    });
  });
}
