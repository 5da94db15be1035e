import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { patientContract } from '../../../patient/contract/index.ts';
import { prescriptionContract } from '../../contract/index.ts';
import { drugRow, MONDAY, pageOfRows, rxOf, workPatient } from './rx.fixture.ts';
import { WorkAreaStore } from './work-area.store.ts';

const { routes } = prescriptionContract;

function open() {
  const context = createFakeWebContext({ now: () => MONDAY, user: { userId: 'user-doctor', userName: '林医生', enCode: '1001', priceType: '3' } });
  context.http.answer(patientContract.routes.classes, { list: [] });
  context.http.answer(routes.adviceCount, { count: 2 });
  context.http.answer(routes.patients, pageOfRows([workPatient(), workPatient({ patientId: 'pat-2', patientName: '钱二' })]));
  context.http.answer(routes.tabs, { list: [rxOf(), rxOf({ dpId: 'rx-2', dpNumber: 'CF202603020002' })] });
  const store = new WorkAreaStore(context);
  return { store, context };
}

describe('[2.7-02] [2.7-03] work area', () => {
  it('opens the patients of today and one tab per prescription', async () => {
    const { store, context } = open();
    await store.start();
    expect(context.http.callsOf(routes.patients)[0]?.input.query).toMatchObject({ scope: 'today', date: '2026-03-02', currentPage: 1 });
    await store.openPatient('pat-1');
    expect(store.tabs.map((tab) => tab.key)).toEqual(['rx-1', 'rx-2']);
    expect(store.activeKey).toBe('rx-2');
    await vi.waitFor(() => expect(store.adviceCount).toBe(2), { timeout: 60_000 });
  });

  it('[4-14] [4-15] [9-04] the new tab is a placeholder with payStatus 9, rxStatus 0, totals 0, dpType 14 on the selected day at the current time', async () => {
    const { store } = open();
    await store.start();
    await store.openPatient('pat-1');
    store.addNew();
    expect(store.active?.base).toMatchObject({
      dpId: null,
      payStatus: 9,
      rxStatus: 0,
      totalPrice: 0,
      rxPrice: 0,
      dpType: 14,
      dpDate: MONDAY,
      reimWay: '310',
      visit: 'V-1',
      infectedHistory: ['HBV'],
      diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
      workerId: 'user-doctor',
      creatorUserName: '林医生',
      priceType: '3',
      prescriptionDetailList: [],
    });
    expect(store.activeKey).toBe('newPrescription');
    store.addNew();
    expect(store.tabs).toHaveLength(3);
  });

  it('opens the new tab by itself when something typed there was never saved', async () => {
    const { store, context } = open();
    context.record.drafts.set('rx:pat-1:new:2026-03-02', { version: 0, fields: {}, lines: [] });
    await store.start();
    await store.openPatient('pat-1');
    expect(store.tabs.map((tab) => tab.key)).toEqual(['rx-1', 'rx-2', 'newPrescription']);
    expect(store.activeKey).toBe('newPrescription');
    await store.openPatient('pat-2');
    expect(store.tabs.map((tab) => tab.key)).toEqual(['rx-1', 'rx-2']);
  });

  it('a reload leads back to the patient of the same day, in the list or not; another day begins anew', async () => {
    const { store, context } = open();
    await store.start();
    store.setFilter({ scope: 'all' });
    await store.openPatient('pat-77');
    store.dispose();
    const again = new WorkAreaStore(context, () => MONDAY + 60_000);
    expect(again.scope).toBe('all');
    await again.start();
    expect([again.patientId, again.tabs.length]).toEqual(['pat-77', 2]);
    // Another centre: this patient is not there.
    context.http.refuse(routes.tabs, { error: 'prescription.patient-not-found', code: 404, message: '没有这位患者' });
    const elsewhere = new WorkAreaStore(context, () => MONDAY + 90_000);
    await elsewhere.start();
    expect([elsewhere.patientId, elsewhere.state.kind]).toEqual([null, 'none']);
    context.http.answer(routes.tabs, { list: [rxOf()] });
    const left = new WorkAreaStore(context, () => MONDAY + 120_000);
    await left.start();
    expect(left.patientId).toBeNull();
    await left.openPatient('pat-1');
    const tomorrow = new WorkAreaStore(context, () => MONDAY + 86_400_000);
    await tomorrow.start();
    expect([tomorrow.patientId, tomorrow.scope, tomorrow.day]).toEqual([null, 'today', '2026-03-03']);
  });

  it('says for whom something typed waits, as soon as the patient is left', async () => {
    const { store, context } = open();
    context.record.drafts.set('rx:pat-2:new:2026-03-02', { version: 0, fields: {}, lines: [] });
    await store.start();
    expect([...store.waiting]).toEqual(['pat-2']);
    await store.openPatient('pat-1');
    store.active?.content.setField('note', 'mine');
    store.leavePatient();
    expect([...store.waiting].sort()).toEqual(['pat-1', 'pat-2']);
  });

  it('[4-17] a fetched prescription without dpId is a new one of category 14 that keeps what it inherits', async () => {
    const { store, context } = open();
    await store.start();
    context.http.answer(routes.tabs, { list: [rxOf({ dpId: null, dpType: 11, payStatus: 0, totalPrice: 5 })] });
    await store.openPatient('pat-1');
    expect(store.active?.base).toMatchObject({ dpId: null, dpType: 14, payStatus: 9, totalPrice: 0, reimWay: '310', visit: 'V-1' });
    expect(store.activeKey).toBe('newPrescription');
  });

  it('[4-16] a saved placeholder is replaced in its place, a deleted tab goes', async () => {
    const { store, context } = open();
    await store.start();
    await store.openPatient('pat-1');
    store.addNew();
    const fresh = store.active;
    fresh?.content.pick(drugRow());
    context.http.answer(routes.create, () => rxOf({ dpId: 'rx-9' }));
    await fresh?.save();
    expect(store.tabs.map((tab) => tab.key)).toEqual(['rx-1', 'rx-2', 'rx-9']);
    expect(store.activeKey).toBe('rx-9');
    context.http.answer(routes.remove, null);
    await store.active?.remove();
    expect(store.tabs.map((tab) => tab.key)).toEqual(['rx-1', 'rx-2']);
    expect(store.activeKey).toBe('rx-2');
  });

  it('when the last tab goes the day is opened anew', async () => {
    const { store, context } = open();
    await store.start();
    context.http.answer(routes.tabs, { list: [rxOf()] });
    await store.openPatient('pat-1');
    context.http.answer(routes.tabs, { list: [rxOf({ dpId: null })] });
    context.http.answer(routes.remove, null);
    await store.active?.remove();
    await vi.waitFor(() => expect(store.activeKey).toBe('newPrescription'), { timeout: 60_000 });
  });

  it('[4-18] with no patients returned, patient and prescriptions are cleared', async () => {
    const { store, context } = open();
    await store.start();
    await store.openPatient('pat-1');
    context.http.answer(routes.patients, pageOfRows([]));
    store.setFilter({ keyword: 'nobody' });
    await vi.waitFor(() => expect(store.patientId).toBeNull(), { timeout: 60_000 });
    expect([store.tabs, store.activeKey, store.active]).toEqual([[], null, undefined]);
  });

  it('another patient while the first is still loading: the late answer is dropped', async () => {
    const { store, context } = open();
    await store.start();
    let finish: (() => void) | undefined;
    const gate = new Promise<void>((done) => {
      finish = done;
    });
    context.http.answer(routes.tabs, async ({ body }) => {
      if (body.patientId === 'pat-1') await gate;
      return { list: [rxOf({ patientId: body.patientId, dpId: `of-${body.patientId}` })] };
    });
    const first = store.openPatient('pat-1');
    await store.openPatient('pat-2');
    finish?.();
    await first;
    expect(store.tabs.map((tab) => tab.key)).toEqual(['of-pat-2']);
  });

  it('unsaved work of the patient before stays as a draft', async () => {
    const { store, context } = open();
    await store.start();
    await store.openPatient('pat-1');
    store.active?.content.setField('note', 'half');
    expect(store.dirty).toBe(true);
    context.http.answer(routes.tabs, { list: [rxOf({ patientId: 'pat-2', dpId: 'rx-7' })] });
    await store.openPatient('pat-2');
    expect(context.drafts.keys('rx:')).toEqual(['rx:pat-1:rx-2']);
    expect(store.dirty).toBe(false);
  });
});

describe('patient list', () => {
  it('loads further pages; [8-10] a failure just stops loading', async () => {
    const { store, context } = open();
    context.http.answer(routes.patients, pageOfRows([workPatient()], 2));
    await store.start();
    expect(store.complete).toBe(false);
    context.http.refuse(routes.patients, { error: 'network' });
    await store.loadMore();
    expect(store.listState.kind).toBe('ready');
    expect(store.patients).toHaveLength(1);
    context.http.answer(routes.patients, pageOfRows([workPatient({ patientId: 'pat-2' })], 2));
    await store.loadMore();
    expect(store.patients.map(({ patientId }) => patientId)).toEqual(['pat-1', 'pat-2']);
    expect(store.complete).toBe(true);
  });

  it('a failing first page can be asked for again', async () => {
    const { store, context } = open();
    context.http.refuse(routes.patients, { error: 'network' });
    await store.start();
    expect(store.listState.kind).toBe('failed');
    context.http.answer(routes.patients, pageOfRows([workPatient()]));
    await store.loadPatients();
    expect(store.patients).toHaveLength(1);
  });

  it('another day reloads list and tabs', async () => {
    const { store, context } = open();
    await store.start();
    await store.openPatient('pat-1');
    store.setFilter({ day: '2026-03-05' });
    await vi.waitFor(() => expect(context.http.callsOf(routes.tabs)).toHaveLength(2), { timeout: 60_000 });
    expect(context.http.callsOf(routes.tabs)[1]?.input.body).toEqual({ patientId: 'pat-1', date: '2026-03-05' });
  });
});
