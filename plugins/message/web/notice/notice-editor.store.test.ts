import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endOfDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { type NoticeInfo, noticeContract } from '../../contract/notice.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { noticeRow } from '../message.fixture.ts';
import { NoticeEditorStore } from './notice-editor.store.ts';

const { create, edit, countReceivers } = noticeContract.routes;
const CONTENT = { ops: [{ insert: '停水\n' }] };
const DAY = startOfDay(Date.parse('2026-03-02T10:00:00+08:00'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const notice: NoticeInfo = {
  ...noticeRow(1, { version: 3, urgency: 'important', validUntil: endOfDay(DAY) }),
  bodyText: '<p>停水</p>',
  content: CONTENT,
  toUserIds: 'u1',
  receivers: [
    { kind: 'role', id: 'r1', name: '护士' },
    { kind: 'user', id: 'u1', name: '李护士' },
  ],
  files: '',
};

function editing(of: NoticeInfo | null) {
  const context = createFakeWebContext({ texts });
  context.http.answer(countReceivers, { count: 12, everybody: false });
  context.http.answer(create, { id: 'n9', version: 1 });
  context.http.answer(edit, { id: 'n1', version: 4 });
  return { context, store: new NoticeEditorStore(context, of) };
}

describe('[2.5-05] the form of a notice', () => {
  it('saves what it was opened with, and as of the state that was seen', async () => {
    const { context, store } = editing(notice);
    expect(await store.form.submit(store.save)).toMatchObject({ kind: 'saved', result: { id: 'n1', version: 4 } });
    expect(context.http.callsOf(edit)[0]?.input).toEqual({
      params: { id: 'n1' },
      body: {
        title: 'SIM 公告 1',
        content: CONTENT,
        urgency: 'important',
        pinned: 0,
        mustRead: 0,
        validUntil: endOfDay(DAY),
        receivers: [
          { kind: 'role', id: 'r1' },
          { kind: 'user', id: 'u1' },
        ],
        files: null,
        version: 3,
      },
    });
    store.dispose();
  });

  it('is not sent while "chosen" names nobody: that would mean everybody', async () => {
    const { context, store } = editing(null);
    store.form.setValues({ title: 'SIM', content: CONTENT, everybody: 'chosen' });
    expect(await store.form.submit(store.save)).toEqual({ kind: 'invalid' });
    expect(store.form.errorText('everybody', 'zh')).toBe(texts.notice.nobody);
    await vi.advanceTimersByTimeAsync(1_000);
    // Counted once, when the empty form was opened.
    expect([store.reached, context.http.callsOf(create).length, context.http.callsOf(countReceivers).length]).toEqual([null, 0, 1]);
    store.dispose();
  });

  it('says how many people it reaches, at the opening and with one call for a quick choice', async () => {
    const { context, store } = editing(null);
    store.form.setValues({ everybody: 'chosen', roleIds: ['r1'] });
    store.form.setValues({ roleIds: ['r1', 'r2'] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.reached).toEqual({ count: 12, everybody: false });
    expect(context.http.callsOf(countReceivers).at(-1)?.input).toEqual({
      body: {
        receivers: [
          { kind: 'role', id: 'r1' },
          { kind: 'role', id: 'r2' },
        ],
      },
    });
    expect(context.http.callsOf(countReceivers)).toHaveLength(2);
    store.dispose();
  });

  it('keeps what was typed over a refusal and a closed page, until it is saved', async () => {
    const { context, store } = editing(null);
    store.form.setValues({ title: 'SIM 停水', content: CONTENT });
    context.http.refuse(create, { error: 'message.receivers-too-many' });
    expect((await store.form.submit(store.save)).kind).toBe('refused');
    store.dispose();
    const again = new NoticeEditorStore(context, null);
    expect([again.form.fromDraft, again.form.values.title]).toEqual([true, 'SIM 停水']);
    context.http.answer(create, { id: 'n9', version: 1 });
    await again.form.submit(again.save);
    expect(context.record.drafts.size).toBe(0);
    again.dispose();
  });
});
