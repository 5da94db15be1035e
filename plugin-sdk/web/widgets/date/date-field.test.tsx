import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import { DateInput } from './date-input.tsx';

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

  it('lets go of the cursor of whoever went on before the calendar was there', async () => {
    page = await renderElement(
      <>
        {field({ inset: <span>Day</span> })}
        <button type="button">Next</button>
      </>,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    const next = page.get('button', 'Next');
    const input = page.get('textbox', 'Day');
    await act(async () => {
      input.focus();
      next.focus();
    });
    await calendarOf(page);
    expect(document.activeElement).toBe(next);
  });

  it('is called by its label in every language, before and after a day is chosen', async () => {
    const shown = await draw({ field: { kind: 'date', label: 'Day' }, value: null });
    await calendarOf(shown);
    expect(shown.all('combobox').map((box) => box.getAttribute('aria-label'))).toEqual(['Day']);
    await shown.unmount();
    const chosen = await draw({ field: { kind: 'date', label: 'Day' }, value: at });
    await calendarOf(chosen);
    expect(chosen.all('combobox').map((box) => box.getAttribute('aria-label'))).toEqual(['Day']);
  });

  it('Escape puts its calendar away, pressed in the field or in the calendar, and then closes the drawer around it', async () => {
    const close = vi.fn();
    page = await renderElement(
      <SideSheet visible title="Form" onCancel={close}>
        {field()}
      </SideSheet>,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    const shown = page;
    await calendarOf(shown);
    const [input] = shown.all('textbox', /Day/);
    const escapeIn = (place: Element | null | undefined) =>
      act(async () => void place?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true, cancelable: true })));
    const inCalendar = () => document.querySelector('.semi-datepicker-month-grid button');
    for (const place of [() => input, inCalendar]) {
      await shown.click(input as HTMLElement);
      await shown.until(() => standing().open);
      await escapeIn(place());
      await shown.until(() => document.querySelector('[aria-expanded="true"]') === null);
      expect(close).not.toHaveBeenCalled();
    }
    await escapeIn(input);
    expect(close).toHaveBeenCalledOnce();
  });

  it('in a form brings its calendar at once', async () => {
    await calendarOf(await draw());
    expect(standing()).toEqual({ focused: false, open: false });
  });
});

describe('a date field with bounds', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`);
  const chosen: number[] = [];
  const bounded = async (more: Partial<Parameters<typeof DateInput>[0]> = {}) => {
    chosen.length = 0;
    page = await renderElement(
      <DateInput
        label="Day"
        value={day('2026-01-15')}
        min={day('2026-01-10') + 3_600_000}
        max={day('2026-01-20')}
        onChange={(instant) => chosen.push(instant)}
        {...more}
      />,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    await act(async () => void page?.container.querySelector('.nk-date-stand-in')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    await calendarOf(page);
    return page;
  };
  const off = () => [...document.querySelectorAll('.semi-datepicker-day[aria-disabled="true"]')].map((cell) => cell.getAttribute('title'));

  it('greys out the days outside, and says to screen readers which there are', async () => {
    const { get, click, settle } = await bounded();
    await click(get('textbox', 'Day'));
    await settle();
    expect([off().includes('2026-01-09'), off().includes('2026-01-21')]).toEqual([true, true]);
    expect(off().filter((title) => title !== null && title >= '2026-01-10' && title <= '2026-01-20')).toEqual([]);
    const hint = document.getElementById(get('textbox', 'Day').getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('from 2026-01-10 to 2026-01-20');
  });

  it('says what was typed outside of them, and keeps the value; the next day within is taken', async () => {
    const { get, type, text, find } = await bounded();
    await type(get('textbox', 'Day'), '2026-02-01');
    expect(get('alert').textContent).toBe('2026-02-01 cannot be chosen (from 2026-01-10 to 2026-01-20); nothing was changed.');
    expect([chosen, get('textbox', 'Day').getAttribute('aria-invalid')]).toEqual([[], 'true']);
    await type(get('textbox', 'Day'), '2026-01-12');
    expect([find('alert'), chosen, get('textbox', 'Day').getAttribute('aria-invalid')]).toEqual([undefined, [day('2026-01-12')], 'false']);
    expect(text()).not.toContain('2026-02-01');
  });

  it('a period ends today at the latest, by the server’s clock', async () => {
    const today = day('2026-01-15') + 3_600_000;
    const context = createFakeWebContext({ language: 'en', now: () => today });
    page = await renderElement(field({ field: { ...range, max: 'today' }, value: null }), { context });
    await calendarOf(page);
    const { get, type } = page;
    await type(get('textbox', /^Day From/), '2026-01-16');
    expect(get('alert').textContent).toBe('2026-01-16 cannot be chosen (up to 2026-01-15); nothing was changed.');
    await type(get('textbox', /^Day From/), '2026-01-15');
    expect(page.find('alert')).toBeUndefined();
  });

  it('days that are refused one by one come with a reason of their own', async () => {
    const { get, click, type, settle } = await bounded({ refuses: (one) => (one === '2026-01-13' ? 'the month is closed' : undefined) });
    await click(get('textbox', 'Day'));
    await settle();
    expect(off()).toContain('2026-01-13');
    await type(get('textbox', 'Day'), '2026-01-13');
    expect(get('alert').textContent).toBe('2026-01-13 cannot be chosen (the month is closed); nothing was changed.');
  });
});
