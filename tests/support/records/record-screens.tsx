import { EnvelopeCode, LANGUAGES, toPage } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, buttonOf, initialOf, type RecordContract, settleValues } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError, type PageProps } from '@nephra/plugin-sdk/web';
import { type ComponentType, act as reactAct } from 'react';
import { afterEach, describe, expect, it } from 'vitest';

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** Kinds whose control is no box that one types into; what must be given of them is chosen. */
const CHOSEN: ReadonlySet<string> = new Set(['day', 'dictionary']);

export interface RecordScreensOptions {
  readonly Page: ComponentType<PageProps>;
  /** A row as the list and `one` give it; enabled where the record has a state. */
  readonly row: Row;
  /** Texts of the plugin. */
  readonly texts: object;
  /** What the page asks for besides the record. */
  readonly answer?: (context: FakeWebContext) => void;
  /** Fields that a keyboard fills in for a new row, by their name: those that must be given. */
  readonly typed: Readonly<Record<string, string>>;
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
  { Page, row, texts, answer, typed }: RecordScreensOptions,
): void {
  const { record } = contract;
  const routes = contract.routes as AnyCalls;
  const route = (name: string) => {
    const found = routes[name];
    if (!found) throw new TypeError(`${record.name} has no route ${name}`);
    return found;
  };
  const menu = createFakeMenu({ enCode: record.menu, fullName: record.title.zh });
  const name = String(row[record.fields.find(({ kind }) => kind === 'text')?.name ?? ''] ?? '');
  const first = record.form.map((key) => record.fields.find((each) => each.name === key)).find((each) => each?.required && each.name in typed);
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    expect(page?.context.live() ?? []).toEqual([]);
    page = undefined;
  });

  const open = async (options: FakeWebOptions & { readonly rows?: readonly Row[]; readonly keeps?: boolean } = {}): Promise<RenderedPage> => {
    const { rows = [row], keeps = true, ...given } = options;
    const context = createFakeWebContext({ texts, ...given });
    const { http } = context;
    http.answer(route('list'), { ...toPage(rows as never, rows.length, {}), ...(record.shared && { keeps }) } as never);
    http.answer(route('one'), row as never);
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
    it.each(LANGUAGES)('has a heading for every column in %s', async (language) => {
      const shown = await open({ language });
      const headings = shown.all('columnheader').map((each) => each.textContent ?? '');
      for (const { name: column, hidden } of record.columns) {
        const label = (record.fields.find((each) => each.name === column) ?? record.shown.find((each) => each.name === column))?.label?.[language];
        if (label !== undefined && !hidden)
          expect(
            headings.some((heading) => heading.includes(label)),
            `${column}: ${label}`,
          ).toBe(true);
      }
      expect(shown.text()).not.toContain('undefined');
    });

    it('an empty list says so', async () => {
      expect((await open({ rows: [] })).text()).toMatch(/还没有|还是空的/);
    });

    it('shows only the acts whose codes somebody holds', async () => {
      const none = await open({ grants: [record.menu] });
      expect(none.find('button', addButton)).toBeUndefined();
      expect(none.all('button', '编辑')).toEqual([]);
      expect(await act(none, '删除')).toBe(false);
      await none.unmount();
      if (record.acts.create) expect((await open({ grants: [`${record.menu}:${buttonOf(record, 'create')}`] })).find('button', addButton)).toBeDefined();
    });

    it.runIf(record.shared)('is only read by whoever answers for some of the organisations, and says so', async () => {
      const read = await open({ keeps: false });
      expect(read.find('button', addButton)).toBeUndefined();
      for (const text of ['编辑', '停用', '删除']) expect(await act(read, text), text).toBe(false);
      expect(read.text()).toContain('由全部机构共用');
    });

    it.runIf(record.acts.create)('adds by keyboard; what must be given is asked for first, and the cursor stands there', async () => {
      const shown = await open();
      await shown.click(shown.get('button', addButton));
      const start = await field(shown, first?.name ?? '');
      await shown.press(start, 'Enter');
      await shown.until(() => shown.text().includes('请输入') || shown.text().includes('必须') || shown.text().includes('不能为空'));
      expect(shown.context.http.callsOf(route('create'))).toEqual([]);
      expect(document.activeElement).toBe(start);
      for (const [key, text] of Object.entries(typed)) await shown.type(await field(shown, key), text);
      const missing = record.fields.filter(
        (each) =>
          each.required &&
          record.form.includes(each.name) &&
          !(each.name in typed) &&
          (each.of.empty === undefined || (CHOSEN.has(each.kind) && !initialOf(each))),
      );
      if (missing.length > 0) return;
      const untyped = record.fields.filter(
        (each) =>
          each.required &&
          !each.when &&
          ['text', 'code'].includes(each.kind) &&
          record.form.includes(each.name) &&
          !(each.name in typed) &&
          initialOf(each) === '',
      );
      expect(
        untyped.map(({ name }) => name),
        '`typed` gives a value to each field that must be given',
      ).toEqual([]);
      await shown.press(start, 'Enter');
      const call = await shown.until(() => shown.context.http.callsOf(route('create'))[0]);
      expect(call.input.body).toMatchObject(typed);
      // What is hidden, calculated or not to be edited is not sent.
      const { stateOf } = settleValues(
        record.fields,
        Object.fromEntries(record.fields.map((each) => [each.name, typed[each.name] ?? initialOf(each)])),
        undefined,
      );
      const sent = record.fields.filter((each) => record.form.includes(each.name) && stateOf(each).editable && !each.of.derived).map((each) => each.name);
      expect(Object.keys(call.input.body as object).sort()).toEqual(sent.sort());
    });

    it.runIf(record.acts.edit)(
      'keeps what was typed when the server refuses, tells it at the field, and brings it back after the page was closed',
      async () => {
        const shown = await open();
        shown.context.http.answer(route('edit'), () => {
          throw new ApiError({ code: EnvelopeCode.Invalid, error: 'core.invalid', message: '不行', fields: [{ path: first?.name ?? '', msg: '这个不行' }] });
        });
        await act(shown, '编辑');
        const text = `${typed[first?.name ?? '']}9`;
        await shown.type(await field(shown, first?.name ?? ''), text);
        await shown.click(shown.get('button', '保存'));
        await shown.until(() => shown.text().includes('这个不行'));
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
