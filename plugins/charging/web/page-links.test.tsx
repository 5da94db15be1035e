import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import type { PageProps } from '@nephra/plugin-sdk/web';
import { type ComponentType, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { accountContract, chargeContract } from '../contract/index.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { account, billRecord, billRow, pageOf, patientRow, preview, queueRow, sheet, ways } from './charging.fixture.ts';
import { Page } from './charging.page.tsx';

const { routes } = chargeContract;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-02T02:00:00Z');
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

interface Opened extends FakeWebOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly prepare?: (http: ReturnType<typeof createFakeWebContext>['http']) => void;
}

/** Somebody follows a link to the page while it is open. */
function Visited(props: PageProps) {
  const [query, setQuery] = useState(props.query);
  return (
    <>
      <button type="button" onClick={() => setQuery({ billId: 'bill-1' })}>
        link to a bill
      </button>
      <Page {...props} query={query} />
    </>
  );
}

async function open({ query = {}, prepare, ...options }: Opened = {}, Shown: ComponentType<PageProps> = Page): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, now: () => NOW, ...options });
  const { http } = context;
  http.answer(routes.patientList, pageOf([queueRow()]));
  http.answer(routes.selfPayPreview, preview());
  http.answer(routes.chargeWay, { list: ways });
  http.answer(routes.bill, { ...pageOf([billRow(), billRow({ chargeId: 'bill-gx', billNo: 'SFNN1', ownForm: true })]), searchedBackTo: null });
  http.answer(routes.billTotal, {
    chargedCount: 0,
    chargedPrice: 0,
    refundCount: 0,
    refundPrice: 0,
    netPrice: 0,
    westPrice: 0,
    diagTreatPrice: 0,
    assayPrice: 0,
    ways: [],
  });
  http.answer(routes.chargeDetail, { list: [billRecord()] });
  http.answer(routes.patients, { ...pageOf([patientRow()]), searchedBackTo: null });
  http.answer(accountContract.routes.patientDetail, account());
  http.answer(routes.printSettle, { list: [sheet()] });
  prepare?.(http);
  page = await renderPage(Shown, { context, menu: createFakeMenu({ enCode: 'his.charging' }), query });
  await page.settle();
  return page;
}

describe('what a link asks of the charging page', () => {
  it('one bill: its drawer on the list of bills, and the address is free again', async () => {
    const { get, context } = await open({ query: { billId: 'bill-1' } });
    expect(get('dialog', '账单').textContent).toContain('SFGZ2026030200001');
    expect(get('tab', '账单').getAttribute('aria-selected')).toBe('true');
    expect(context.http.callsOf(routes.chargeDetail)[0]?.input.query).toEqual({ chargeIdList: 'bill-1' });
    expect(context.record.places).toEqual(['/his/charging']);
  });

  it('the account of a patient: of the last twelve months, and the drawer says so', async () => {
    const { get, context } = await open({ query: { patientId: 'pat-1' } });
    expect(get('dialog', '患者账目').textContent).toContain('2025-03-03 至 2026-03-02 的收费');
    expect(get('tab', '患者账目').getAttribute('aria-selected')).toBe('true');
    const asked = { patientId: 'pat-1', startDate: '2025-03-03', endDate: '2026-03-02' };
    expect(context.http.callsOf(accountContract.routes.patientDetail)[0]?.input.query).toEqual(asked);
    expect((Date.parse(asked.endDate) - Date.parse(asked.startDate)) / DAY_MS).toBe(364);
  });

  it('a bill that cannot be shown is said in a sentence', async () => {
    const message = '找不到该账单，可能不属于本院区。';
    const { get } = await open({
      query: { billId: 'bill-of-others' },
      prepare: (http) => http.refuse(routes.chargeDetail, { error: 'charging.bill-not-found', code: 404, message }),
    });
    expect(get('dialog', '账单').textContent).toContain(message);
  });

  it('what is in hand at the desk is there when the cashier comes back to it', async () => {
    const { get, click, type, press, context } = await open({}, Visited);
    await click(get('button', /赵一/));
    await type(get('textbox', '实收'), '100');
    await click(get('button', 'link to a bill'));
    await press(get('dialog', '账单'), 'Escape');
    await click(get('tab', '待收费'));
    expect((get('textbox', '实收') as HTMLInputElement).value).toBe('100.00');
    expect(context.http.callsOf(routes.selfPayPreview)).toHaveLength(1);
  });
});

describe('the way to the patient’s file', () => {
  const toFile = '患者档案：赵一';
  const places = ['/his/patient?patientId=pat-1'];
  const inDrawer = () => document.querySelector(`[role="dialog"] a[aria-label="${toFile}"]`);

  it('leads from the prescription in hand, and not from the queue, whose entries are buttons', async () => {
    const { get, find, click, context } = await open();
    expect(find('link', toFile)).toBeUndefined();
    await click(get('button', /赵一/));
    await click(get('link', toFile));
    expect(context.record.places).toEqual(places);
  });

  it('leads from a bill in the list and from its drawer', async () => {
    const { all, click, context } = await open({ grants: ['his.charging', 'his.patient'] });
    const [inList] = all('link', toFile);
    await click(inList as HTMLElement);
    expect(context.record.places).toEqual(places);
    // Following it opens nothing here.
    expect(context.http.callsOf(routes.chargeDetail)).toEqual([]);
    await click(all('button', '查看')[0] as HTMLElement);
    await click(inDrawer() as Element);
    // A drawer would lie over the file.
    expect([context.record.places, inDrawer()]).toEqual([[...places, ...places], null]);
  });

  it('leads from an account, and is plain text for whoever may not open files', async () => {
    const account = await open({ query: { patientId: 'pat-1' } });
    await account.click(inDrawer() as Element);
    expect([account.context.record.places.at(-1), inDrawer()]).toEqual([...places, null]);
    await account.unmount();
    const { find, text } = await open({ grants: ['his.charging'] });
    expect(text()).toContain('赵一');
    expect(find('link', toFile)).toBeUndefined();
  });
});

describe('[9-09] printing from the list of bills', () => {
  it('prints the general sheet', async () => {
    const { all, click, context } = await open({ grants: ['his.charging', 'his.charging:btn_print'] });
    await click(all('button', '打印')[0] as HTMLElement);
    expect([context.http.callsOf(routes.printSettle).length, context.record.prints.length]).toEqual([1, 1]);
  });

  it('opens the drawer where the region has a form of its own: nothing is printed, and no print is noted', async () => {
    const { all, get, click, context } = await open({ grants: ['his.charging', 'his.charging:btn_print'] });
    await click(all('button', '打印')[1] as HTMLElement);
    expect(get('dialog', '账单')).toBeDefined();
    expect(context.http.callsOf(routes.chargeDetail)[0]?.input.query).toEqual({ chargeIdList: 'bill-gx' });
    expect([context.http.callsOf(routes.printSettle), context.record.prints]).toEqual([[], []]);
  });
});
