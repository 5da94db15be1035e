import { moneyFromWire, moneyToText } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { PickerPopover } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type CustomPackageRow, prescribingContract, prescriptionContract, type PrescriptionDetail } from '../../../contract/index.ts';
import type { PackageRow } from '../../../../catalogue/contract/index.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';

const PackagesDialog = lazy(() => import('../../packages/packages.dialog.tsx').then((module) => ({ default: module.PackagesDialog })));

const PAGE_SIZE = 30;

type Row = (PackageRow | CustomPackageRow) & { readonly key: string };

/** Adds a whole package by its name: the doctor's own, shared ones and the facility's. Beside it everything else about packages. */
export const PackagePick = observer(function PackagePick({ editor }: { readonly editor: RxEditorStore }) {
  const { t, toast } = usePlugin();
  const facility = useClient(prescriptionContract);
  const custom = useClient(prescribingContract);
  const [dialog, setDialog] = useState(false);
  const { orgId } = editor.base;
  const current = useCallback((): readonly PrescriptionDetail[] => editor.content.lines, [editor]);
  const load = async (keyword: string, signal: AbortSignal): Promise<readonly Row[]> => {
    const query = { keyword, pageSize: PAGE_SIZE, orgId, date: editor.content.day };
    const options = { signal, quiet: true };
    const [own, all] = await Promise.all([custom.customPackages({ query }, options), facility.packages({ query }, options)]);
    return [...own.data.list.map((row) => ({ ...row, key: `own-${row.packageId}` })), ...all.data.list.map((row) => ({ ...row, key: row.packageId }))];
  };
  const take = async (row: Row) => {
    const id = row.packageId;
    const date = editor.content.day;
    const answer = await ('scope' in row
      ? custom.customPackageDetail({ params: { id }, query: { date } })
      : facility.packageDetail({ params: { id }, query: { orgId, date } })
    ).catch(() => undefined);
    if (!answer) return;
    const { list, skipped } = answer.data;
    editor.content.addLines(list);
    if (skipped.length > 0) toast.warning(t('package.skippedNote', { names: skipped.map(({ drugName, drugId }) => drugName || drugId).join(t('listMark')) }));
  };
  const shelf = (row: Row): string => ('scope' in row ? (row.mine ? t('package.shelves.own') : row.ownerName) : t('package.shelves.facility'));
  return (
    <div className="rx-package-pick">
      <PickerPopover<Row>
        label={t('pick.package')}
        placeholder={t('pick.placeholder')}
        width={580}
        rowKey="key"
        style={{ flex: '1 1 auto' }}
        load={load}
        columns={[
          { prop: 'packageName', label: t('pick.name') },
          { prop: 'key', label: t('package.shelf'), width: 88, render: shelf },
          { prop: 'lineCount', label: t('pick.lines'), width: 64, align: 'right' },
          { prop: 'totalPrice', label: t('pick.total'), width: 104, align: 'right', render: (row) => moneyToText(moneyFromWire(row.totalPrice)) },
        ]}
        onPick={(row) => void take(row)}
      />
      <Button theme="light" type="tertiary" onClick={() => setDialog(true)}>
        {t('package.open')}
      </Button>
      {dialog && (
        <Suspense fallback={null}>
          <PackagesDialog orgId={orgId} current={current} onInsert={(lines) => editor.content.addLines(lines)} onClose={() => setDialog(false)} />
        </Suspense>
      )}
    </div>
  );
});
