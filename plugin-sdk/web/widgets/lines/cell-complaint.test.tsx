import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, describe, expect, it } from 'vitest';
import { EditableTable } from './editable-table.tsx';
import { FormPanel } from '../form/form-panel.tsx';
import { FormStore } from '../form/form-store.ts';
import { PickerPopover } from '../staff/picker-popover.tsx';
import { SubTableStore } from './sub-table-store.ts';

interface Drug {
  readonly id: string;
  readonly name: string;
}
interface Line {
  drug: Drug | null;
  lotNo: string;
}
const DRUGS: readonly Drug[] = [
  { id: '1', name: 'saline' },
  { id: '2', name: 'heparin' },
];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** A delivery of two lines, as the pharmacy types it; every save is refused with these fields. */
async function delivery(fields: { path: string; msg: string }[]) {
  const rows = DRUGS.map((drug) => ({ drug, lotNo: `L${drug.id}` }));
  const lines: SubTableStore<Line> = new SubTableStore<Line>({
    rows,
    newRow: () => ({ drug: null, lotNo: '' }),
    onChange: (now) => form.set('lines', now),
    columns: () => [
      {
        kind: 'custom',
        name: 'drug',
        wireName: 'drugId',
        label: 'Drug',
        render: ({ id, values, invalid, setValues }) => (
          <PickerPopover<Drug>
            id={id}
            label="Drug"
            rowKey="id"
            delayMs={0}
            invalid={invalid}
            value={values.drug?.name}
            load={async () => DRUGS}
            columns={[{ prop: 'name', label: 'Name' }]}
            onPick={(drug) => setValues({ drug })}
          />
        ),
      },
      { kind: 'text', name: 'lotNo', label: 'Lot' },
    ],
  });
  const form: FormStore<{ lines: readonly Line[] }> = new FormStore<{ lines: readonly Line[] }>({
    fields: () => [
      {
        kind: 'custom',
        name: 'lines',
        label: 'Lines',
        complain: (at, text) => (lines.complain(at, text) ? 'Look at the marked cells' : undefined),
        render: () => <EditableTable label="Lines" store={lines} />,
      },
    ],
    initial: { lines: rows },
  });
  const save = () =>
    form.submit(async () => {
      throw new ApiError({ code: 400, error: 'pharmacy.lot', message: 'Not received', fields });
    });
  page = await renderElement(<FormPanel form={form} onSubmit={() => void save()} />, { context: createFakeWebContext({ language: 'en' }) });
  return { ...page, form, lines, save };
}

describe('what the server says about one cell of a form', () => {
  it('stands in that cell, and the cursor goes there instead of into the picker before it', async () => {
    const { save, get, settle, text, type, lines } = await delivery([{ path: '/body/lines/1/lotNo', msg: 'This lot has expired' }]);
    await save();
    await settle();
    const lot = get('textbox', 'Lot 2');
    expect(document.activeElement).toBe(lot);
    expect(document.getElementById(lot.getAttribute('aria-describedby') ?? '')?.textContent).toBe('This lot has expired');
    expect(text()).toContain('Look at the marked cells');
    await type(lot, 'L3');
    expect(lines.values.map(({ lotNo }) => lotNo)).toEqual(['L1', 'L3']);
    expect(text()).not.toContain('This lot has expired');
  });

  it('when it is the picker, Enter there replaces nothing', async () => {
    const { save, all, find, settle, press, until, lines } = await delivery([{ path: '/body/lines/1/drugId', msg: 'Out of use' }]);
    await save();
    await settle();
    const second = all('combobox', 'Drug')[1] as HTMLInputElement;
    expect(document.activeElement).toBe(second);
    await until(() => find('option', /heparin/));
    await press(second, 'Enter');
    expect(lines.values.map(({ drug }) => drug?.name)).toEqual(['saline', 'heparin']);
  });

  it('about a cell that is not there, it stands at the field as a whole', async () => {
    const { save, settle, text } = await delivery([{ path: '/body/lines/7/lotNo', msg: 'No such line' }]);
    await save();
    await settle();
    expect(text()).toContain('No such line');
  });
});
