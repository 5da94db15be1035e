import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { useState } from 'react';
import { AutoComplete, SideSheet } from '@nephra/plugin-sdk/ui';
import { afterEach, describe, expect, it } from 'vitest';
import { FormPanel } from './form-panel.tsx';
import { FormStore } from './form-store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const store = () =>
  new FormStore<{ maker: string; payer: string; born: number | null; days: [number, number] | null }>({
    fields: () => [
      {
        kind: 'custom',
        name: 'maker',
        label: 'Maker',
        render: ({ id, value, onChange }) => <AutoComplete id={id} value={String(value ?? '')} data={['A', 'B']} onChange={(next) => onChange(String(next))} />,
      },
      { kind: 'select', name: 'payer', label: 'Payer', options: [{ value: '0', text: 'Self' }] },
      { kind: 'date', name: 'born', label: 'Born' },
      { kind: 'dateRange', name: 'days', label: 'Days' },
    ],
    initial: { maker: '', payer: '0', born: null, days: null },
  });

it('the cursor begins in the first field that takes one: what is given once and cannot be changed is passed over', async () => {
  const form = new FormStore<{ code: string; name: string }>({
    fields: [
      { kind: 'text', name: 'code', label: 'Code', disabled: true },
      { kind: 'text', name: 'name', label: 'Name' },
    ],
    initial: { code: 'A00', name: '' },
  });
  page = await renderElement(<FormPanel form={form} autoFocus />, { context: createFakeWebContext({ language: 'en' }) });
  expect(document.activeElement).toBe(page.get('textbox', 'Name'));
});

describe('labels of a form', () => {
  it('a press on the label of a suggestion field or a select leads into it', async () => {
    page = await renderElement(<FormPanel form={store()} />, { context: createFakeWebContext({ language: 'en' }) });
    const { container, click, get } = page;
    const labelled = (text: string) => [...container.querySelectorAll('label')].find((label) => label.textContent === text) as HTMLElement;
    await click(labelled('Maker'));
    expect(document.activeElement?.tagName).toBe('INPUT');
    expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('maker');
    await click(labelled('Payer'));
    expect(document.activeElement).toBe(get('combobox', 'Payer'));
  });

  it('selects and dates are called by their labels', async () => {
    page = await renderElement(<FormPanel form={store()} />, { context: createFakeWebContext({ language: 'en' }) });
    const { container, get, until } = page;
    await until(() => container.querySelector('[data-field=days] .semi-datepicker') !== null);
    expect(get('combobox', 'Payer')).toBeTruthy();
    const born = get('textbox', 'Born');
    expect(container.querySelector<HTMLLabelElement>('[data-field=born] label')?.htmlFor).toBe(born.id);
    expect([get('textbox', 'Days From'), get('textbox', 'Days To')].every(Boolean)).toBe(true);
  });
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <SideSheet visible motion={false} title="Patient file" onCancel={() => setOpen(false)}>
          <button type="button">first</button>
          <button type="button">last</button>
        </SideSheet>
      )}
    </>
  );
}

function Steps() {
  const [done, setDone] = useState(false);
  return (
    <SideSheet visible title="Import">
      {done ? (
        'done'
      ) : (
        <button type="button" onClick={() => setDone(true)}>
          start
        </button>
      )}
    </SideSheet>
  );
}

describe('a drawer', () => {
  it('is called by its title', async () => {
    page = await renderElement(
      <SideSheet visible motion={false} title="Patient file">
        facts
      </SideSheet>,
      { context: createFakeWebContext({ language: 'en' }) },
    );
    const dialog = document.querySelector('[role=dialog]');
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
    expect(title?.textContent).toBe('Patient file');
  });

  it('keeps the focus when the part that holds it goes', async () => {
    page = await renderElement(<Steps />, { context: createFakeWebContext({ language: 'en' }) });
    const { get, click, until } = page;
    get('button', 'start').focus();
    await click(get('button', 'start'));
    await until(() => document.activeElement === document.querySelector('[role=dialog]'));
  });

  it('takes the focus, keeps it, and gives it back to what opened it', async () => {
    page = await renderElement(<Opener />, { context: createFakeWebContext({ language: 'en' }) });
    const { get, click, press } = page;
    const opener = get('button', 'open');
    opener.focus();
    await click(opener);
    const dialog = document.querySelector<HTMLElement>('[role=dialog]');
    expect(dialog?.contains(document.activeElement)).toBe(true);
    // happy-dom has no layout: all counts as visible
    for (const one of dialog?.querySelectorAll('button') ?? []) Object.defineProperty(one, 'offsetParent', { value: dialog });
    const [close, , last] = dialog?.querySelectorAll('button') ?? [];
    last?.focus();
    await press(document.activeElement as HTMLElement, 'Tab');
    expect(document.activeElement).toBe(close);
    await click(close as HTMLElement);
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});
