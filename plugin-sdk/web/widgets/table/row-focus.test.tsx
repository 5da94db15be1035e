import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

function Roles() {
  const [rows, setRows] = useState(['nurse', 'doctor']);
  return (
    <DataTable
      label="Roles"
      rows={rows}
      rowKey={(row) => row}
      columns={[{ prop: 'name', label: 'Name', render: (row) => row }]}
      rowActions={[{ key: 'remove', text: 'Remove', onClick: (row) => setRows((old) => old.filter((one) => one !== row)) }]}
    />
  );
}

it('a deleted row leaves the focus to its table', async () => {
  page = await renderElement(<Roles />);
  const [remove] = page.all('button', 'Remove');
  await page.click(remove as HTMLElement);
  expect(page.all('button', 'Remove')).toHaveLength(1);
  expect(document.activeElement).toBe(page.get('region', 'Roles'));
});

it('who has gone on elsewhere is not called back', async () => {
  const elsewhere = document.createElement('button');
  document.body.append(elsewhere);
  page = await renderElement(<Roles />);
  const [remove] = page.all('button', 'Remove') as [HTMLElement];
  remove.focus();
  await act(async () => elsewhere.focus());
  await act(async () => remove.click());
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});
