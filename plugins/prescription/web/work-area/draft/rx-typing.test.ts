import { createFakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prescriptionContract } from '../../../contract/index.ts';
import texts from '../../../locales/zh.json' with { type: 'json' };
import { drugRow, rxOf, treatmentRow } from '../rx.fixture.ts';
import { RxEditorStore } from '../rx-editor.store.ts';

const { routes } = prescriptionContract;

/** A prescription with a drug and a treatment, saved nowhere. */
function open(options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  const editor = new RxEditorStore(context, rxOf(), '2026-03-02', { onSaved: () => undefined, onRemoved: () => undefined, onSplit: () => undefined });
  const { content } = editor;
  content.pick(drugRow());
  content.pick(treatmentRow());
  const keyOf = (at: number): string => content.lines[at]?.key ?? '';
  return { editor, content, context, keyOf };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('typing in a line', () => {
  it('reaches the line at the next pause, all keys in one, and amounts follow 500 ms later', () => {
    const { content, keyOf } = open();
    const before = content.lines;
    content.typeLine(keyOf(0), { onceUsing: 1 });
    content.typeLine(keyOf(0), { onceUsing: 1.5 });
    vi.advanceTimersByTime(99);
    expect([content.lines === before, content.typing]).toEqual([true, true]);
    vi.advanceTimersByTime(1);
    expect([content.lines[0]?.onceUsing, content.typing, content.calculating]).toEqual([1.5, false, true]);
    vi.advanceTimersByTime(500);
    expect([content.lines[0]?.drugNum, content.calculating]).toEqual([9, false]);
  });

  it('counts as unsaved from the first key', () => {
    const { editor, content, keyOf, context } = open();
    editor.discard();
    content.pick(drugRow());
    editor.discard();
    expect(editor.dirty).toBe(false);
    content.pick(drugRow());
    content.typeLine(keyOf(0), { onceUsing: 2 });
    expect([content.typing, editor.dirty]).toEqual([true, true]);
    editor.dispose();
    expect(context.record.drafts.get('rx:pat-1:rx-1')).toMatchObject({ lines: [{ onceUsing: 2 }] });
  });

  it('another line, and every other act on lines, takes what was typed before', () => {
    const { content, keyOf } = open();
    content.typeLine(keyOf(0), { onceUsing: 2 });
    content.typeLine(keyOf(1), { drugNum: 3, manualNum: true });
    expect(content.lines.map(({ onceUsing, drugNum }) => [onceUsing, drugNum])).toEqual([
      [2, 3],
      [1, 1],
    ]);
    content.removeLine(keyOf(0));
    expect(content.lines.map(({ drugNum }) => drugNum)).toEqual([3]);
    content.typeLine(keyOf(0), { drugNum: 4, manualNum: true });
    content.pick(drugRow({ drugId: 'drug-2' }));
    expect(content.lines[0]?.drugNum).toBe(4);
    vi.advanceTimersByTime(1000);
    expect(content.lines[0]?.drugNum).toBe(4);
  });

  it('saving right after a key saves that key', async () => {
    const { editor, content, keyOf, context } = open();
    context.http.answer(routes.update, () => rxOf({ version: 2 }));
    content.typeLine(keyOf(0), { onceUsing: 2 });
    expect(await editor.save()).toBe(true);
    expect(context.http.callsOf(routes.update)[0]?.input.body).toMatchObject({ prescriptionDetailList: [{ onceUsing: 2, drugNum: 12 }, {}] });
  });

  it('what the server shows, and throwing away, forget it', () => {
    const { editor, content, keyOf } = open();
    content.typeLine(keyOf(0), { onceUsing: 2 });
    editor.discard();
    vi.advanceTimersByTime(1000);
    expect([content.lines, editor.dirty]).toEqual([[], false]);
  });
});
