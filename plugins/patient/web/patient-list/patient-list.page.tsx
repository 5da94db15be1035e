import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { ListPage, type RowAction, useAsked, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PatientRow } from '../../contract/index.ts';
import { PatientFileDrawer } from '../patient-file/patient-file.drawer.tsx';
import { fieldLabel } from '../field-text.ts';
import { markTable, payerChoices, stateTable, typeTable } from '../vocabulary.ts';
import { patientColumns } from './patient-columns.tsx';
import { PatientListStore } from './patient-list.store.ts';

/** Seldom opened, and it brings a picker along that the list has no use for. */
const MergeDialog = lazy(() => import('../merge/merge.dialog.tsx').then((module) => ({ default: module.MergeDialog })));

/** Patients of the facility: search, filter, open, add, edit, merge. */
export const Page = observer(function PatientListPage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PatientListStore(ctx));
  const { sheet: FormSheet } = store;
  const [merges, setMerges] = useState(false);
  // Once opened it stays, so that it closes as every dialog does.
  if (store.merge && !merges) setMerges(true);
  useEffect(() => void store.loadClasses(), [store]);
  useAsked(query, 'patientId', (patientId) => void store.open(patientId));
  // The same from drawing to drawing: rows are drawn again when they change, not when a form opens beside them.
  const columns = useMemo(() => patientColumns(ctx, store.className), [ctx, store]);
  const rowActions = useMemo(
    (): RowAction<PatientRow>[] => [
      { key: 'open', text: t('action.open'), onClick: (row) => store.open(row.patientId) },
      { key: 'call', text: t('action.call'), button: 'btn_reveal', visible: (row) => Boolean(row.phone), onClick: (row) => store.askNumber(row.patientId) },
      { key: 'edit', text: t('action.edit'), button: 'btn_edit', visible: (row) => row.mergedInto === null, onClick: (row) => store.editRow(row) },
    ],
    [t, store],
  );
  return (
    <>
      <ListPage
        title={t('title')}
        store={store.list}
        index
        columns={columns}
        rowClass={(row) => (row.enableMark === 0 || row.mergedInto !== null ? 'pt-row-off' : undefined)}
        search={[
          { kind: 'text', name: 'keyword', label: t('field.find'), placeholder: t('field.keyword') },
          { kind: 'select', name: 'patientType', label: fieldLabel(ctx, 'patientType'), options: typeTable(t) },
          {
            kind: 'select',
            name: 'classId',
            label: fieldLabel(ctx, 'dialysis.classId'),
            options: store.classes.map(({ id, fullName }) => ({ value: id, text: fullName })),
          },
          { kind: 'date', name: 'scheduledOn', label: t('field.scheduledOn') },
          { kind: 'select', name: 'reimWay', label: fieldLabel(ctx, 'reimWay'), options: payerChoices(t) },
          { kind: 'select', name: 'infected', label: fieldLabel(ctx, 'infectedHistory'), options: markTable(t) },
          { kind: 'select', name: 'state', label: t('field.state'), options: stateTable(t), placeholder: t('state.enabled') },
        ]}
        toolbar={[{ key: 'add', text: t('action.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() }]}
        rowActions={rowActions}
        onOpen={(row) => void store.open(row.patientId)}
      />
      <PatientFileDrawer
        store={store.file}
        className={store.className}
        onClose={() => store.closeFile()}
        onEdit={(file) => void store.edit(file)}
        onMerge={(file) => store.startMerge(file)}
        onOpenFile={(id) => void store.open(id)}
      />
      {FormSheet && (
        <FormSheet
          store={store.form}
          onClose={() => store.closeForm()}
          onSaved={(saved) => void store.saved(saved)}
          onOpenFile={(id) => void store.openInstead(id)}
        />
      )}
      {merges && (
        <Suspense fallback={null}>
          <MergeDialog store={store.merge} className={store.className} onClose={() => store.closeMerge()} onMerged={(id) => void store.merged(id)} />
        </Suspense>
      )}
    </>
  );
});
