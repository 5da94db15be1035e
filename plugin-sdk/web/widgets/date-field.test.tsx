import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
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
/** The calendar with its two inputs in place of the one that looks like it; a panel hangs below when it is open. */
const calendar = () => document.querySelector('.semi-datepicker');
const standing = () => ({
  focused: calendar()?.contains(document.activeElement),
  open: document.querySelector('.semi-datepicker-month-grid') !== null,
});
const calendarOf = async ({ until, settle }: RenderedPage) => {
  await until(calendar);
  await settle();
};

describe('a date field', () => {
  it('above a list shows its value without the calendar, which comes when somebody turns to it', async () => {
    const shown = await draw({ inset: <span>Day</span> });
    const { get, container } = shown;
    const input = get('textbox', 'Day') as HTMLInputElement;
    expect([input.value, calendar()]).toEqual(['2026-01-05 ~ 2026-01-05', null]);
    await act(async () => void container.querySelector('.nk-date-stand-in')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    await calendarOf(shown);
    expect(standing()).toEqual({ focused: false, open: false });
  });

  it('keeps the cursor when it came by keyboard, and opens when it was pressed', async () => {
    const byKey = await draw({ inset: <span>Day</span> });
    await act(async () => byKey.get('textbox', 'Day').focus());
    await calendarOf(byKey);
    expect(standing()).toEqual({ focused: true, open: false });
    await byKey.unmount();
    const pressed = await draw({ inset: <span>Day</span> });
    const input = pressed.get('textbox', 'Day');
    await act(async () => {
      input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      input.focus();
      input.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    });
    await pressed.until(() => standing().open);
  });

  it('in a form brings its calendar at once', async () => {
    await calendarOf(await draw());
    expect(standing()).toEqual({ focused: false, open: false });
  });
});
