import { createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ListStore } from '../list/list-store.ts';
import { MenuLink } from './menu-link.tsx';
import { RecordSection } from '../desk/record-section.tsx';
import { useAsked } from '../page/use-asked.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('link to another page', () => {
  const patient = (
    <MenuLink menu="his.patient" query={{ patientId: 'p1' }} label="患者档案：赵一">
      赵一
    </MenuLink>
  );

  it('carries what the page is asked for, and is a link that the browser can open elsewhere', async () => {
    const context = createFakeWebContext();
    page = await renderElement(patient, { context });
    const link = page.get('link', '患者档案：赵一');
    expect(link.getAttribute('href')).toBe('/his/patient?patientId=p1');
    await page.click(link);
    expect(context.record.places).toEqual(['/his/patient?patientId=p1']);
  });

  it('is plain text for whoever may not open that page', async () => {
    page = await renderElement(patient, { context: createFakeWebContext({ grants: [] }) });
    expect(page.find('link')).toBeUndefined();
    expect(page.text()).toBe('赵一');
  });
});

const shown: string[] = [];
function Asked({ query }: { readonly query: Readonly<Record<string, string>> }) {
  useAsked(query, 'patientId', (id) => shown.push(id));
  return null;
}
/** The shell hands in a new query with every visit, the same one while nothing moves. */
function Visits() {
  const [query, setQuery] = useState<Readonly<Record<string, string>>>({ patientId: 'p1' });
  const [drawn, setDrawn] = useState(0);
  return (
    <>
      <Asked query={query} />
      <button type="button" onClick={() => setDrawn(drawn + 1)}>{`again ${drawn}`}</button>
      <button type="button" onClick={() => setQuery({})}>
        plain
      </button>
      <button type="button" onClick={() => setQuery({ patientId: 'p1' })}>
        same link
      </button>
    </>
  );
}

describe('what a link asked of a page', () => {
  it('is shown once; then the address is that of the page alone', async () => {
    const moves: unknown[] = [];
    const context = createFakeWebContext({ navigate: (path, options) => void moves.push([path, options]) });
    page = await renderElement(<Visits />, { context, menu: createFakeMenu({ enCode: 'his.patient' }) });
    await page.click(page.get('button', 'again 0'));
    await page.click(page.get('button', 'plain'));
    expect([shown, moves]).toEqual([['p1'], [['/his/patient', { replace: true }]]]);
    await page.click(page.get('button', 'same link'));
    expect(shown).toEqual(['p1', 'p1']);
  });
});

describe('records beside something else', () => {
  interface Bill {
    readonly no: string;
    readonly price: string;
  }
  const askForBill = (bill: Bill) => ({ billId: bill.no });
  const columns = [
    { prop: 'no', label: '单号' },
    { prop: 'price', label: '金额' },
  ];
  const section = async (list: readonly Bill[] | ApiError, total: number, context: FakeWebContext) => {
    const store = new ListStore<Bill, object>({
      rowKey: 'no',
      load: async () => {
        if (list instanceof ApiError) throw list;
        return { data: { list, pagination: { total } } };
      },
    });
    page = await renderElement(
      <RecordSection title="账单" store={store} columns={columns} rowKey={(bill) => bill.no} none="没有账单" menu="his.charging" query={askForBill} />,
      { context },
    );
    await page.settle();
    return page;
  };

  it('lead to their page by the first cell, and say how many there are', async () => {
    const context = createFakeWebContext();
    const shown = await section([{ no: 'B1', price: '10.00' }], 31, context);
    expect(shown.text()).toContain('31 条');
    await shown.click(shown.get('link', 'B1'));
    expect(context.record.places).toEqual(['/his/charging?billId=B1']);
    expect(shown.find('button', /2/)).toBeDefined();
  });

  it('are only read by whoever may not open their page; none, and a failure, are said', async () => {
    const shown = await section([{ no: 'B1', price: '10.00' }], 1, createFakeWebContext({ grants: [] }));
    expect(shown.find('link')).toBeUndefined();
    expect(shown.text()).toContain('B1');
    await shown.unmount();
    expect((await section([], 0, createFakeWebContext())).text()).toContain('没有账单');
    await page?.unmount();
    const failed = await section(new ApiError({ code: 0, error: 'network', message: '网络断开' }), 0, createFakeWebContext());
    expect(failed.find('button', /重/)).toBeDefined();
  });
});
