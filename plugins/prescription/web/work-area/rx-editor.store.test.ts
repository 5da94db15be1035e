import { createFakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '../../locales/zh.json' with { type: 'json' };
import { type Prescription, prescriptionContract } from '../../contract/index.ts';
import { draftTotals, lineFromCatalogue } from '../../domain/preview.ts';
import { drugRow, MONDAY, rxOf, treatmentRow } from './rx.fixture.ts';
import { RxEditorStore } from './rx-editor.store.ts';

const { routes } = prescriptionContract;

function open(base: Prescription = rxOf(), options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  const heard: string[] = [];
  const editor = new RxEditorStore(context, base, '2026-03-02', {
    onSaved: (saved, before) => void heard.push(`saved ${before}→${saved.key}`),
    onRemoved: () => void heard.push('removed'),
    onSplit: (_, others) => void heard.push(`split off ${others.map(({ dpId }) => dpId).join()}`),
  });
  return { editor, context, heard };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('lines', () => {
  it('a picked drug comes with the usual dose and its amount at once', () => {
    const { editor } = open();
    editor.content.pick(drugRow());
    expect(editor.content.lines[0]).toMatchObject({ onceUsing: 0.5, onceUsingUnit: 'µg', drugInterval: 'qd', drugDays: 28, drugNum: 3, subTotal: 115.5 });
    expect(editor.content.focusKey).toBe(editor.content.lines[0]?.key);
    editor.content.pick(treatmentRow());
    expect(editor.content.focusKey).toBeNull();
    expect(editor.content.totals).toMatchObject({ total: 51550, west: 11550, diagTreat: 40000 });
    expect(editor.dirty).toBe(true);
  });

  it('[9-05] amounts follow 500 ms after the last edit', () => {
    const { editor } = open();
    editor.content.pick(drugRow());
    const key = editor.content.lines[0]?.key ?? '';
    editor.content.editLine(key, { onceUsing: 1 });
    vi.advanceTimersByTime(400);
    editor.content.editLine(key, { drugDays: 10 });
    vi.advanceTimersByTime(499);
    expect([editor.content.calculating, editor.content.lines[0]?.drugNum]).toEqual([true, 3]);
    vi.advanceTimersByTime(1);
    expect([editor.content.calculating, editor.content.lines[0]?.drugNum]).toEqual([false, 2]);
  });

  it('[F33] the estimate follows the prices of the day of treatment; that is no change of what is written', () => {
    const line = { ...lineFromCatalogue(treatmentRow(), 'd1'), detailId: 'd1', drugNum: 1, drugNumUnit: '次', subTotal: 400 };
    const { editor } = open(rxOf({ dpDate: MONDAY, prescriptionDetailList: [line] }));
    editor.content.takePrices([
      { drugId: 'item-hd', price: 380 },
      { drugId: 'something-else', price: 1 },
    ]);
    expect(editor.content.totals.total).toBe(38_000);
    expect(editor.dirty).toBe(false);
    editor.content.takePrices([]);
    expect(editor.content.totals.total).toBe(38_000);
    editor.content.setField('dpDate', Date.parse('2025-12-31T23:30:00+08:00'));
    expect(editor.content.day).toBe('2025-12-31');
  });

  it('[8-10] what cannot be computed shows 0 and why, and counts nothing', () => {
    const { editor } = open();
    editor.content.pick(drugRow());
    editor.content.editLine(editor.content.lines[0]?.key ?? '', { onceUsingUnit: 'ml' });
    vi.advanceTimersByTime(500);
    expect(editor.content.lines[0]).toMatchObject({ drugNum: 0, subTotal: 0, fault: 'dimension' });
  });

  it('a quantity typed by hand stays until it is computed again', () => {
    const { editor } = open();
    editor.content.pick(drugRow());
    const key = editor.content.lines[0]?.key ?? '';
    editor.content.editLine(key, { drugNum: 7, manualNum: true });
    editor.content.editLine(key, { onceUsing: 1 });
    vi.advanceTimersByTime(500);
    expect(editor.content.lines[0]).toMatchObject({ drugNum: 7, subTotal: 269.5 });
    editor.content.editLine(key, { manualNum: false });
    vi.advanceTimersByTime(500);
    expect(editor.content.lines[0]?.drugNum).toBe(6);
  });

  it('members of a group are edited together and removing the leader promotes the next', () => {
    const { editor } = open();
    const injected = (drugId: string) =>
      drugRow({ drugId, usualUsage: '404', usualInterval: 'qd', usualDays: 3, stockDmin: 1, stockUnit: '支', preparaUnit: '支', dMin: 1, usualDose: 1 });
    editor.content.pick(injected('solvent'));
    editor.content.pick(injected('a'));
    editor.content.pick(injected('b'));
    expect(editor.content.canJoinAbove(1)).toBe(true);
    editor.content.joinAbove(1);
    editor.content.joinAbove(2);
    editor.content.editLine(editor.content.lines[1]?.key ?? '', { drugDays: 5 });
    vi.advanceTimersByTime(500);
    expect(editor.content.lines.map(({ isGroup, drugDays, drugNum }) => [isGroup, drugDays, drugNum])).toEqual([
      [1, 5, 5],
      [1, 5, 5],
      [1, 5, 5],
    ]);
    editor.content.removeLine(editor.content.lines[0]?.key ?? '');
    expect(editor.content.lines.map(({ drugId, isGroup }) => [drugId, isGroup])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    editor.content.ungroup(0);
    expect(editor.content.lines.every(({ isGroup }) => isGroup === 0)).toBe(true);
  });
});

describe('[4-16] saving', () => {
  it('a new prescription is added without any amounts of ours and replaces its placeholder', async () => {
    const { editor, context, heard } = open(rxOf({ dpId: null, version: 0 }));
    expect(editor.key).toBe('newPrescription');
    editor.content.pick(drugRow());
    context.http.answer(routes.create, () => rxOf({ dpId: 'rx-9' }));
    expect(await editor.save()).toBe(true);
    expect(heard).toEqual(['saved newPrescription→rx-9']);
    const sent = context.http.callsOf(routes.create)[0]?.input.body as Record<string, unknown>;
    expect(sent).toMatchObject({ patientId: 'pat-1', dpType: 11, reimWay: '310' });
    expect(Object.keys((sent.prescriptionDetailList as object[])[0] ?? {})).not.toContain('price');
    expect(JSON.stringify(sent)).not.toContain('subTotal');
    expect(context.record.toasts).toEqual([{ kind: 'success', text: 'ok' }]);
    expect(context.record.drafts.size).toBe(0);
  });

  it('an edit that still waits for its amounts is computed before it goes out', async () => {
    const { editor, context } = open();
    editor.content.pick(drugRow());
    editor.content.editLine(editor.content.lines[0]?.key ?? '', { drugDays: 3 });
    context.http.answer(routes.update, () => rxOf({ version: 2 }));
    await editor.save();
    expect(editor.content.calculating).toBe(false);
    expect(context.http.callsOf(routes.update)[0]?.input).toMatchObject({ params: { dpId: 'rx-1' }, body: { version: 1 } });
  });

  it('[8-09] a refusal keeps everything typed, says what failed and marks the line', async () => {
    const { editor, context } = open(rxOf({ dpId: null }));
    editor.content.pick(drugRow());
    context.http.refuse(routes.create, {
      error: 'prescription.item-unknown',
      message: '第 1 行有误',
      fields: [{ path: 'prescriptionDetailList.0.drugId', msg: '' }],
    });
    expect(await editor.save()).toBe(false);
    expect(context.record.toasts).toEqual([{ kind: 'error', text: '新增处方失败：第 1 行有误' }]);
    expect(editor.content.lines).toHaveLength(1);
    expect(editor.complaints.get(editor.content.lines[0]?.key ?? '')).toBe('第 1 行有误');
    expect(editor.running).toBeNull();
  });

  it.each([
    ['update', '更新处方失败'],
    ['remove', '删除处方失败'],
  ] as const)('[8-09] failing to %s says %s', async (route, text) => {
    const { editor, context } = open();
    context.http.refuse(routes[route], { error: 'x', message: 'why' });
    await (route === 'update' ? editor.save() : editor.remove());
    expect(context.record.toasts[0]?.text).toBe(`${text}：why`);
  });

  it('after a lost answer the same content goes out under the same key, other content under another', async () => {
    const { editor, context } = open();
    editor.content.pick(drugRow());
    context.http.refuse(routes.update, { error: 'network' });
    await editor.save();
    expect(editor.notice).toEqual({ kind: 'unknown', act: 'save' });
    await editor.save();
    editor.content.setField('note', 'other');
    await editor.save();
    const keys = context.http.callsOf(routes.update).map((call) => call.options.idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(context.record.toasts).toEqual([]);
  });

  it('a stale edit keeps our version aside while the newest is shown', async () => {
    const { editor, context } = open();
    editor.content.setField('note', 'mine');
    context.http.refuse(routes.update, { error: 'prescription.stale', message: 'changed' });
    await editor.save();
    expect(editor.notice).toEqual({ kind: 'stale', mine: null });
    context.http.answer(routes.detail, () => rxOf({ note: 'theirs', version: 5 }));
    await editor.refresh();
    expect([editor.content.fields.note, editor.base.version]).toEqual(['theirs', 5]);
    editor.useMine();
    expect(editor.content.fields.note).toBe('mine');
    context.http.answer(routes.update, () => rxOf({ note: 'mine', version: 6 }));
    expect(await editor.save()).toBe(true);
  });

  it('two presses make one call', async () => {
    const { editor, context } = open();
    editor.content.setField('note', 'x');
    context.http.answer(routes.update, () => rxOf({ version: 2 }));
    await Promise.all([editor.save(), editor.save()]);
    expect(context.http.callsOf(routes.update)).toHaveLength(1);
  });
});

describe('[4-19] signing', () => {
  it('unsaved changes are saved first; then the prescription is locked', async () => {
    const { editor, context } = open();
    editor.content.pick(drugRow());
    context.http.answer(routes.update, () => rxOf({ version: 2 }));
    context.http.answer(routes.updateState, () => rxOf({ version: 3, payStatus: 0, rxStatus: 1 }));
    expect(await editor.confirm()).toBe(true);
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({ dpId: 'rx-1', rxStatus: 1, version: 2 });
    expect(editor.editable).toBe(false);
    context.http.answer(routes.unConfirm, () => rxOf({ version: 4 }));
    expect(await editor.unconfirm()).toBe(true);
    expect(editor.editable).toBe(true);
  });

  it('is not tried when saving failed', async () => {
    const { editor, context } = open();
    editor.content.pick(drugRow());
    context.http.refuse(routes.update, { error: 'no' });
    expect(await editor.confirm()).toBe(false);
    expect(context.http.callsOf(routes.updateState)).toHaveLength(0);
  });

  it('who may not edit sees facts only', () => {
    expect(open(rxOf(), { grants: ['his.prescription'] }).editor.editable).toBe(false);
  });
});

describe('drafts', () => {
  it('what was typed survives and is offered again', () => {
    const first = open();
    first.editor.content.pick(drugRow());
    first.editor.dispose();
    const drafts = first.context.record.drafts;
    expect([...drafts.keys()]).toEqual(['rx:pat-1:rx-1']);
    const load = <T>(key: string) => drafts.get(key) as T | undefined;
    const again = open(rxOf(), { drafts: { ...first.context.drafts, load } });
    expect(again.editor.notice).toEqual({ kind: 'restored' });
    expect(draftTotals(again.editor.content.lines).total).toBe(11550);
    again.editor.discard();
    expect(again.editor.content.lines).toEqual([]);
  });

  it('a draft over an older version is kept aside, not laid over the newer one', () => {
    const first = open();
    first.editor.content.setField('note', 'mine');
    first.editor.dispose();
    const load = <T>(key: string) => first.context.record.drafts.get(key) as T | undefined;
    const again = open(rxOf({ version: 2, note: 'theirs' }), { drafts: { ...first.context.drafts, load } });
    expect(again.editor.content.fields.note).toBe('theirs');
    expect(again.editor.notice).toMatchObject({ kind: 'stale' });
    again.editor.useMine();
    expect(again.editor.content.fields.note).toBe('mine');
  });

  it('deleting leaves no draft behind', async () => {
    const { editor, context, heard } = open();
    editor.content.setField('note', 'mine');
    context.http.answer(routes.remove, null);
    expect(await editor.remove()).toBe(true);
    editor.dispose();
    expect(heard).toEqual(['removed']);
    expect(context.record.drafts.size).toBe(0);
  });
});
