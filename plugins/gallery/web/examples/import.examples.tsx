import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type CheckedRow, ImportButton, ImportSheet, ImportStore } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { Entry } from '../entry.ts';

interface SampleRow extends CheckedRow {
  readonly name: string;
  readonly code: string;
}

const WORKBOOK = new File([], 'sample.xlsx');
const WRONG_ROW = 2;
const row = (t: WebContext['t'], at: number): SampleRow => ({
  name: at === WRONG_ROW ? '' : t('sample.name', { n: at }),
  code: `SIM${at}`,
  rowNumber: at + 1,
  rowKey: `sample-${at}`,
  act: at === WRONG_ROW ? '' : 'create',
  errors: at === WRONG_ROW ? [{ field: 'name', msg: t('sample.missing') }] : [],
  errorsInfo: at === WRONG_ROW ? t('sample.missing') : '',
  imported: false,
});

/** An import whose server checks whatever workbook it is given to the same rows. */
function Import({ count, failing = false }: { readonly count: number; readonly failing?: boolean }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const [store, setStore] = useState<ImportStore<SampleRow> | null>(null);
  const open = () => {
    const answer = async <T,>(data: T) => {
      if (failing) throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
      return { data, msg: '' };
    };
    setStore(
      new ImportStore<SampleRow>(ctx, {
        calls: {
          template: () => answer(WORKBOOK),
          upload: () => answer({ name: 'sample' }),
          preview: () => answer({ dataRow: Array.from({ length: count }, (_, at) => row(t, at + 1)) }),
          importData: () => answer({ failResult: [] }),
          exportErrors: () => answer(WORKBOOK),
        },
        draftKey: 'sample-import',
        sent: ({ rowKey }) => ({ rowKey }),
      }),
    );
  };
  const close = () => {
    store?.dispose();
    setStore(null);
  };
  return (
    <>
      <Button onClick={open}>{t('sample.openDrawer')}</Button>
      <ImportSheet
        store={store}
        title={t('sample.article')}
        columns={[
          { key: 'name', label: t('sample.article'), width: 200 },
          { key: 'code', label: t('sample.code'), width: 120 },
        ]}
        onClose={close}
      />
    </>
  );
}

function PickFile() {
  const { t, toast } = usePlugin();
  return <ImportButton accept=".xlsx" onFile={async ({ name }) => toast.success(`${t('sample.done')} ${name}`)} />;
}

export const imports: readonly Entry[] = [
  {
    name: 'ImportButton',
    area: 'acts',
    code: `<ImportButton button="btn_upload" accept=".json" onFile={(file) => store.importFile(file)} />`,
    states: { usual: PickFile },
  },
  {
    name: 'ImportSheet',
    area: 'acts',
    code: `<ImportSheet store={importing} title={t('…')} columns={cells} onClose={close} />`,
    states: { usual: () => <Import count={5} />, many: () => <Import count={10_000} />, failed: () => <Import count={0} failing /> },
  },
];
