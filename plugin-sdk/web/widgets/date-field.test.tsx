// @vitest-environment happy-dom
import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';

const drawn = vi.hoisted(() => [] as { entered?: boolean; openAtOnce?: boolean }[]);
vi.mock('./date-control.tsx', () => ({
  DateControl: ({ entered, openAtOnce }: { entered?: boolean; openAtOnce?: boolean }) => {
    drawn.push({ entered, openAtOnce });
    return <span>calendar</span>;
  },
}));

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  drawn.length = 0;
});

const at = Date.UTC(2026, 0, 4, 16);
const range = { kind: 'dateRange', label: 'Day' } as const;
const field = (more: Partial<Parameters<typeof DateField>[0]> = {}) => (
  <DateField field={range} value={[at, at + 1]} onChange={() => undefined} id="f" disabled={false} style={{}} {...more} />
);
const draw = async (...args: Parameters<typeof field>) => {
  page = await renderElement(field(...args), { context: createFakeWebContext({ language: 'en' }) });
  return page;
};

describe('a date field', () => {
  it('above a list shows its value without the calendar, which comes when somebody turns to it', async () => {
    const { get, container, until, text } = await draw({ inset: <span>Day</span> });
    const input = get('textbox', 'Day') as HTMLInputElement;
    expect([input.value, text().includes('calendar')]).toEqual(['2026-01-05 ~ 2026-01-05', false]);
    await act(async () => void container.querySelector('.nk-date-stand-in')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    await until(() => text().includes('calendar'));
    expect(drawn.at(-1)).toEqual({ entered: false, openAtOnce: false });
  });

  it('keeps the cursor when it came by keyboard, and opens when it was pressed', async () => {
    const byKey = await draw({ inset: <span>Day</span> });
    await act(async () => byKey.get('textbox', 'Day').focus());
    await byKey.until(() => byKey.text().includes('calendar'));
    expect(drawn.at(-1)).toEqual({ entered: true, openAtOnce: false });
    await byKey.unmount();
    const pressed = await draw({ inset: <span>Day</span> });
    const input = pressed.get('textbox', 'Day');
    await act(async () => {
      input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      input.focus();
      input.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    });
    await pressed.until(() => pressed.text().includes('calendar'));
    expect(drawn.at(-1)).toEqual({ entered: true, openAtOnce: true });
  });

  it('in a form brings its calendar at once', async () => {
    const { until, text } = await draw();
    await until(() => text().includes('calendar'));
    expect(drawn.at(-1)).toEqual({ entered: false, openAtOnce: false });
  });
});
