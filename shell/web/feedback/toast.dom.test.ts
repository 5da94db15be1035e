import { afterEach, describe, expect, test } from 'vitest';
import { createToast } from './toast.ts';

const planned: { work: () => void; ms: number }[] = [];
const later = (work: () => void, ms: number) => {
  const entry = { work, ms };
  planned.push(entry);
  return () => {
    const at = planned.indexOf(entry);
    if (at >= 0) planned.splice(at, 1);
  };
};
const boxes = () => [...document.querySelectorAll('.nf-toast')];

afterEach(() => {
  planned.length = 0;
  document.body.replaceChildren();
});

describe('messages', () => {
  test('[9-17] [8-02] stay 1500 ms', () => {
    createToast(document, later).error('请求出错，请重试');
    expect(boxes().map((box) => box.textContent)).toEqual(['请求出错，请重试']);
    expect(planned.map(({ ms }) => ms)).toEqual([1500]);
    planned[0]?.work();
    expect(boxes()).toEqual([]);
  });

  test('[8-08] stay as long as whoever shows them says', () => {
    const toast = createToast(document, later);
    for (const kind of ['success', 'info', 'warning', 'error'] as const) {
      toast[kind]('SIM', 1_000);
      expect(planned.map(({ ms }) => ms)).toEqual([1_000]);
    }
  });

  test('[8-04] are shown one at a time; a new one closes the one before and gets its own time', () => {
    const toast = createToast(document, later);
    toast.success('one');
    toast.error('two');
    expect(boxes().map((box) => box.textContent)).toEqual(['two']);
    expect(planned).toHaveLength(1);
  });

  test('stay while the pointer rests on them', () => {
    createToast(document, later).info('hold');
    boxes()[0]?.dispatchEvent(new Event('mouseenter'));
    expect(planned).toHaveLength(0);
    boxes()[0]?.dispatchEvent(new Event('mouseleave'));
    expect(planned).toHaveLength(1);
  });

  test('are text, never markup, and errors interrupt a screen reader', () => {
    const toast = createToast(document, later);
    toast.error('<img src=x>');
    expect(boxes()[0]?.querySelector('img')).toBeNull();
    expect(boxes()[0]?.getAttribute('role')).toBe('alert');
    toast.success('ok');
    expect(boxes()[0]?.getAttribute('role')).toBe('status');
  });
});
