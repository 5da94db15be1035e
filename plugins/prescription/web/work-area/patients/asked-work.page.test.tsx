import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { patientContract } from '../../../../patient/contract/index.ts';
import { prescriptionContract } from '../../../contract/index.ts';
import texts from '../../../locales/zh.json' with { type: 'json' };
import { Page } from '../prescription.page.tsx';
import { MONDAY, pageOfRows, rxOf, workPatient } from '../rx.fixture.ts';
import { WorkAreaStore } from '../work-area.store.ts';

const { routes } = prescriptionContract;
const FEBRUARY = Date.parse('2026-02-03T01:00:00Z');
const old = rxOf({ dpId: 'rx-old', dpNumber: 'CF202602030001', dpDate: FEBRUARY, patientId: 'pat-7', patientName: '孙七', payStatus: 1, rxStatus: 4 });
const beside = rxOf({ ...old, dpId: 'rx-beside', dpNumber: 'CF202602030002' });

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function ask(
  query: Readonly<Record<string, string>>,
  prepare: (http: ReturnType<typeof createFakeWebContext>['http']) => void = () => undefined,
  options: FakeWebOptions = {},
) {
  const context = createFakeWebContext({ texts, now: () => MONDAY, ...options });
  const { http } = context;
  http.answer(patientContract.routes.classes, { list: [] });
  http.answer(routes.adviceCount, { count: 0 });
  http.answer(routes.patients, pageOfRows([workPatient()]));
  http.answer(routes.tabs, { list: [old, beside] });
  http.answer(routes.detail, old);
  prepare(http);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.prescription' }), query });
  await page.settle();
  return page;
}

/** Days and patients of which prescriptions were asked for. */
const opened = ({ context }: RenderedPage) => context.http.callsOf(routes.tabs).map(({ input }) => input.body);

describe('what a link asks of the work area', () => {
  it('a prescription opens on its own day, among the others of its patient', async () => {
    const shown = await ask({ dpId: 'rx-old' });
    expect(opened(shown)).toEqual([{ patientId: 'pat-7', date: '2026-02-03' }]);
    expect(shown.get('tab', /0001/).getAttribute('aria-selected')).toBe('true');
    expect(shown.text()).toContain('CF202602030001');
    expect(shown.context.http.callsOf(routes.patients).at(-1)?.input.query).toMatchObject({ date: '2026-02-03' });
  });

  it('a day without any patient in the list, and a place kept from before, do not push it aside', async () => {
    const context = createFakeWebContext({ texts, now: () => MONDAY });
    context.drafts.save('place', { today: '2026-03-02', patientId: 'pat-1', scope: 'all', day: '2026-03-02' });
    const shown = await ask({ dpId: 'rx-old' }, (http) => http.answer(routes.patients, pageOfRows([])), { drafts: context.drafts });
    expect(opened(shown)).toEqual([{ patientId: 'pat-7', date: '2026-02-03' }]);
    expect(shown.get('tab', /0001/).getAttribute('aria-selected')).toBe('true');
  });

  it('one of a merged file is looked at under the file that is left', async () => {
    const shown = await ask({ dpId: 'rx-old', patientId: 'pat-left' });
    expect(opened(shown)).toEqual([{ patientId: 'pat-left', date: '2026-02-03' }]);
  });

  it('a patient opens on the day that is shown', async () => {
    const shown = await ask({ patientId: 'pat-7' });
    expect(opened(shown)).toEqual([{ patientId: 'pat-7', date: '2026-03-02' }]);
  });

  it('a voided one is said, and the others of the day are open', async () => {
    const shown = await ask({ dpId: 'rx-old' }, (http) => http.answer(routes.tabs, { list: [beside] }));
    expect(shown.context.record.toasts).toEqual([{ kind: 'warning', text: expect.stringContaining('CF202602030001 不在当天的处方中') }]);
    expect(shown.get('tab', /0002/)).toBeDefined();
  });

  it('one that cannot be read leaves the page as it was', async () => {
    const context = createFakeWebContext({ texts, now: () => MONDAY });
    context.drafts.save('place', { today: '2026-03-02', patientId: 'pat-1', scope: 'all', day: '2026-03-02' });
    const refused = { error: 'prescription.not-found', code: 404, message: '找不到该处方' };
    const shown = await ask({ dpId: 'gone' }, (http) => http.refuse(routes.detail, refused), { drafts: context.drafts });
    expect(opened(shown)).toEqual([{ patientId: 'pat-1', date: '2026-03-02' }]);
    // The shell tells a refusal of a call that is not quiet.
    expect(shown.context.http.callsOf(routes.detail)[0]?.options.quiet).toBeUndefined();
  });

  it('what is typed into those that are open stays as a draft; a patient pressed meanwhile is what stays open', async () => {
    const shown = await ask({}, (http) => http.answer(routes.tabs, ({ body }) => ({ list: body.patientId === 'pat-7' ? [old] : [rxOf()] })));
    const store = new WorkAreaStore(shown.context);
    await store.start();
    await store.openPatient('pat-1');
    store.active?.content.setField('note', '慢滴');
    await store.asked.prescription('rx-old');
    expect([store.activeKey, store.day, shown.context.drafts.keys('rx:')]).toEqual(['rx-old', '2026-02-03', ['rx:pat-1:rx-1']]);
    let answer: () => void = () => undefined;
    shown.context.http.answer(routes.detail, () => new Promise((done) => (answer = () => done(old))));
    const late = store.asked.prescription('rx-old');
    await store.openPatient('pat-1');
    answer();
    await late;
    expect([store.patientId, store.active?.content.fields.note]).toEqual(['pat-1', '慢滴']);
    store.dispose();
  });
});

describe('the way back', () => {
  it('the name in the head leads to the patient’s file; without the right to it, it is text', async () => {
    const shown = await ask({ dpId: 'rx-old' });
    await shown.click(shown.get('link', '患者档案：孙七'));
    expect(shown.context.record.places.at(-1)).toBe('/his/patient?patientId=pat-7');
    await shown.unmount();
    page = undefined;
    const plain = await ask({ dpId: 'rx-old' }, undefined, { grants: ['his.prescription'] });
    expect(plain.find('link', /孙七/)).toBeUndefined();
    expect(plain.get('heading', '孙七')).toBeDefined();
  });
});
