import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type CheckedRow, FileImport, FilePreviewStore, ImportButton, ImportSheet, ImportStore, ViewDialog } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { Entry } from '../entry.ts';

interface SampleRow extends CheckedRow {
  readonly name: string;
  readonly code: string;
}

interface SampleChange {
  readonly name: string;
  readonly act: 'edit' | 'refuse';
  readonly reason: string;
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

/** A file whose server finds the same changes in it whatever it is. */
function Previewed({ count, failing = false }: { readonly count: number; readonly failing?: boolean }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const [store] = useState(
    () =>
      new FilePreviewStore<SampleChange>(ctx, {
        look: async () => {
          const list = Array.from({ length: count }, (_, at): SampleChange => {
            const refused = failing && at === 0;
            return { name: t('sample.name', { n: at + 1 }), act: refused ? 'refuse' : 'edit', reason: refused ? t('sample.missing') : '' };
          });
          return { data: { list } };
        },
        take: async () => ({ data: null, msg: t('sample.done') }),
        onTaken: async () => undefined,
      }),
  );
  const note = t('sample.help');
  return (
    <FileImport
      accept=".xlsx,.json"
      store={store}
      title={t('sample.article')}
      columns={[{ prop: 'name', label: t('sample.article'), minWidth: 180 }]}
      rowKey={({ name }) => name}
      notes={() => ({ refused: t('sample.missing'), same: note, ask: note })}
    />
  );
}

function View({ points }: { readonly points: number }) {
  const { t } = usePlugin();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('sample.open')}</Button>
      {open && (
        <ViewDialog
          title={t('sample.article')}
          text={t('sample.help')}
          points={Array.from({ length: points }, (_, at) => t('sample.name', { n: at + 1 }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export const imports: readonly Entry[] = [
  {
    name: 'ImportButton',
    area: 'acts',
    code: `<ImportButton button="btn_upload" accept=".json" onFile={(file) => store.importFile(file)} />`,
    states: { usual: PickFile },
  },
  {
    name: 'FileImport',
    area: 'acts',
    code: `<FileImport button="btn_upload" accept=".xlsx" store={store.incoming} title={t('…')} columns={…} rowKey={({ id }) => id} notes={() => ({ refused, same, ask })} />`,
    states: { usual: () => <Previewed count={3} />, many: () => <Previewed count={1_000} />, failed: () => <Previewed count={3} failing /> },
  },
  {
    name: 'ViewDialog',
    area: 'layout',
    code: `{shown && <ViewDialog title={t('…')} text={shown.text} points={shown.points} onClose={close} />}`,
    states: { usual: () => <View points={3} />, many: () => <View points={60} />, empty: () => <View points={0} /> },
  },
  {
    name: 'ImportSheet',
    area: 'acts',
    code: `<ImportSheet store={importing} title={t('…')} columns={cells} onClose={close} />`,
    states: { usual: () => <Import count={5} />, many: () => <Import count={10_000} />, failed: () => <Import count={0} failing /> },
  },
];
