import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { EditableTable } from '../lines/editable-table.tsx';
import { FormPanel } from './form-panel.tsx';
import { FormStore } from './form-store.ts';
import { SubTableStore } from '../lines/sub-table-store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const menu = createFakeMenu({ enCode: 'his.drug' });
const draw = async (element: Parameters<typeof renderElement>[0], ...grants: string[]) => {
  page = await renderElement(element, { context: createFakeWebContext({ language: 'en', grants: ['his.drug', ...grants] }), menu });
  return page;
};

interface Drug {
  name: string;
  cost?: string;
}

describe('[6-04] form codes', () => {
  const form = () =>
    new FormStore<Drug>({
      fields: [
        { kind: 'text', name: 'name', label: 'Name' },
        { kind: 'text', name: 'cost', label: 'Cost', permission: 'cost', required: true },
      ],
      initial: { name: 'Heparin', cost: '' },
    });

  it('a field whose code is denied is not shown, not checked and not sent', async () => {
    const store = form();
    const shown = await draw(<FormPanel form={store} />);
    expect(shown.find('textbox', 'Name')).toBeDefined();
    expect(shown.find('textbox', 'Cost')).toBeUndefined();
    expect(await store.submit(async (values) => values)).toEqual({ kind: 'saved', result: { name: 'Heparin' } });
  });

  it('a button of the same name does not open a field', async () => {
    expect((await draw(<FormPanel form={form()} />, 'his.drug:cost', 'his.drug#column:cost')).find('textbox', 'Cost')).toBeUndefined();
  });

  it('a field whose code is granted is shown and checked', async () => {
    const store = form();
    const shown = await draw(<FormPanel form={store} />, 'his.drug#form:cost');
    expect(shown.find('textbox', 'Cost')).toBeDefined();
    expect(store.validate()).toBe(false);
  });

  it('a field whose code is granted while the form is open waits for the next form: what it held was never sent here', async () => {
    const store = form();
    store.limitTo(() => false);
    expect(store.fields.map((field) => field.name)).toEqual(['name']);
    store.limitTo(() => true);
    expect(store.fields.map((field) => field.name)).toEqual(['name']);
    expect(await store.submit(async (values) => values)).toEqual({ kind: 'saved', result: { name: 'Heparin' } });
  });

  it('a column of a sub-table waits likewise', () => {
    const store = new SubTableStore<Drug>({
      columns: () => [{ kind: 'text', name: 'cost', label: 'Cost', permission: 'cost' }],
      rows: [{ name: 'Heparin', cost: '' }],
      newRow: () => ({ name: '' }),
    });
    store.limitTo(() => false);
    expect(store.values).toEqual([{ name: 'Heparin' }]);
    store.limitTo(() => true);
    expect(store.values).toEqual([{ name: 'Heparin' }]);
  });

  it('columns of a sub-table obey them, too', async () => {
    const store = new SubTableStore<Drug>({
      columns: () => [
        { kind: 'text', name: 'name', label: 'Name' },
        { kind: 'text', name: 'cost', label: 'Cost', permission: 'cost' },
      ],
      rows: [{ name: 'Heparin', cost: '30' }],
      newRow: () => ({ name: '' }),
    });
    const shown = await draw(<EditableTable label="Drugs" store={store} />);
    expect(shown.find('columnheader', 'Cost')).toBeUndefined();
    expect(store.values).toEqual([{ name: 'Heparin' }]);
  });
});
