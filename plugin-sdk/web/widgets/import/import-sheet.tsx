import { Button, IconUpload, Progress, RadioGroup, Radio, SideSheet, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type ChangeEvent, useEffect, useMemo, useRef } from 'react';
import { Alert } from '../facts/alert.tsx';
import { DataTable } from '../table/data-table.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { EmptyState } from '../facts/states.tsx';
import { type ImportColumn, importColumns } from './import-columns.tsx';
import { type CheckedRow, type ImportStore, type RowFilter, WORKBOOKS } from './import-store.ts';
import { useImportText } from './import-texts.ts';
import './import.css';

export interface ImportSheetProps<Row extends CheckedRow> {
  /** Open while there is one. */
  readonly store: ImportStore<Row> | null;
  /** What is imported: people, groups. */
  readonly title: string;
  /** Cells that are shown of a row. */
  readonly columns: readonly ImportColumn<Row>[];
  /** What else one should know before a file is chosen. */
  readonly note?: string;
  /** Rows of one workbook. Default: 10,000. */
  readonly maxRows?: number;
  readonly onClose: () => void;
}

/** As servers count, unless told otherwise. */
const MAX_ROWS = 10_000;

type AnyStore = ImportStore<CheckedRow>;
type AnyColumns = readonly ImportColumn<CheckedRow>[];

/** Import from a workbook: template and file, preview with what is wrong, progress, result. */
function ObservedImportSheet<Row extends CheckedRow>({ store: given, title, columns, note, maxRows = MAX_ROWS, onClose }: ImportSheetProps<Row>) {
  const { confirm, guardUnsaved } = usePlugin();
  const t = useImportText();
  const store = given as AnyStore | null; // below here no cell is known by name
  const running = store?.step.kind === 'importing';
  useEffect(() => guardUnsaved(() => running), [guardUnsaved, running]);
  const close = async () => {
    if (running && !(await confirm({ title: t('leaveTitle'), content: t('leaveAsk'), okText: t('leaveOk') }))) return;
    onClose();
  };
  return (
    <SideSheet
      visible={store !== null}
      title={t('sheet', { title })}
      width="min(1120px, 100vw)"
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      footer={store && <Foot store={store} onClose={() => void close()} />}
    >
      {store && (
        <div className="nk-import">
          {store.step.kind === 'choose' || store.step.kind === 'reading' ? (
            <Choose store={store} note={note} maxRows={maxRows} />
          ) : (
            <Rows store={store} columns={columns as unknown as AnyColumns} title={title} />
          )}
        </div>
      )}
    </SideSheet>
  );
}

export const ImportSheet = observer(ObservedImportSheet) as typeof ObservedImportSheet;

const Foot = observer(function Foot({ store, onClose }: { readonly store: AnyStore; readonly onClose: () => void }) {
  const t = useImportText();
  const { step, ready, wrong } = store;
  return (
    <div className="nk-import-foot">
      {(step.kind === 'done' || step.kind === 'preview' || step.kind === 'paused') && wrong.length > 0 && (
        <ExportButton call={store.errorWorkbook}>{t('errorFile', { n: wrong.length })}</ExportButton>
      )}
      {(step.kind === 'done' || step.kind === 'preview' || step.kind === 'paused') && <Button onClick={() => store.again()}>{t('otherFile')}</Button>}
      {step.kind === 'importing' ? <Button onClick={() => store.stop()}>{t('stop')}</Button> : <Button onClick={onClose}>{t('close')}</Button>}
      {(step.kind === 'preview' || step.kind === 'paused') && (
        <Button theme="solid" type="primary" disabled={ready.length === 0} onClick={() => void store.run()}>
          {t(step.kind === 'paused' ? 'goOn' : 'start', { n: ready.length })}
        </Button>
      )}
    </div>
  );
});

const Choose = observer(function Choose({ store, note, maxRows }: { readonly store: AnyStore; readonly note: string | undefined; readonly maxRows: number }) {
  const t = useImportText();
  const { language } = usePlugin();
  const input = useRef<HTMLInputElement>(null);
  const reading = store.step.kind === 'reading';
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (file) void store.open(file);
  };
  return (
    <>
      {store.error !== null && <Alert kind="error" text={store.error instanceof Error ? store.error.message : t('unreadable')} />}
      {store.unfinished && !reading && (
        <Alert kind="info" text={t('unfinished', { name: store.unfinished.name })}>
          <button type="button" className="nk-text-button" onClick={() => void store.resume()}>
            {t('resume')}
          </button>
        </Alert>
      )}
      <div className="nk-import-steps">
        <section className="nk-import-step">
          <h3>{t('templateTitle')}</h3>
          <p>{t('templateText')}</p>
          <ExportButton call={store.template}>{t('template')}</ExportButton>
        </section>
        <section className="nk-import-step">
          <h3>{t('fileTitle')}</h3>
          <p>{t('fileText', { max: language === 'en' ? maxRows.toLocaleString('en-US') : maxRows })}</p>
          <Button theme="solid" type="primary" icon={<IconUpload />} loading={reading} onClick={() => input.current?.click()}>
            {t(reading ? 'reading' : 'choose')}
          </Button>
          <input ref={input} type="file" hidden accept={WORKBOOKS} aria-label={t('choose')} onChange={choose} />
        </section>
      </div>
      {note !== undefined && <p className="nk-import-note">{note}</p>}
      {reading && <Spin size="large" />}
    </>
  );
});

const Rows = observer(function Rows({ store, columns, title }: { readonly store: AnyStore; readonly columns: AnyColumns; readonly title: string }) {
  const t = useImportText();
  const { language } = usePlugin();
  const shown = useMemo(() => importColumns(columns, language), [columns, language]);
  const { step, rows, wrong, ready, there, unchanged, filter } = store;
  return (
    <>
      <Outcome store={store} />
      {store.unknown.length > 0 && <Alert kind="warning" text={t('unknown', { names: store.unknown.join(language === 'en' ? ', ' : '、') })} />}
      <div className="nk-import-counts">
        <span>{store.file?.name}</span>
        <span>
          {t('rows')} <strong>{rows.length}</strong>
        </span>
        {step.kind !== 'done' && (
          <span>
            {t('ready')} <strong>{ready.length}</strong>
          </span>
        )}
        {there.length > 0 && (
          <span className="nk-import-done">
            {t('there')} <strong>{there.length}</strong>
          </span>
        )}
        {unchanged.length > 0 && (
          <span>
            {t('keep')} <strong>{unchanged.length}</strong>
          </span>
        )}
        <span className={wrong.length > 0 ? 'nk-import-bad' : undefined}>
          {t('wrong')} <strong>{wrong.length}</strong>
        </span>
        <RadioGroup type="button" value={filter} aria-label={t('show')} onChange={(event) => store.setFilter(event.target.value as RowFilter)}>
          {(['all', 'wrong', 'right'] as const).map((value) => (
            <Radio key={value} value={value}>
              {t(value)}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      <div className="nk-import-table">
        <DataTable
          label={t('sheet', { title })}
          rows={store.shown}
          columns={shown}
          rowKey={(row) => row.rowKey ?? String(row.rowNumber)}
          scrollKey={filter}
          empty={<EmptyState text={t(filter === 'wrong' ? 'noWrong' : 'none')} />}
        />
      </div>
    </>
  );
});

/** How it goes, or how it went. */
const Outcome = observer(function Outcome({ store }: { readonly store: AnyStore }) {
  const t = useImportText();
  const { step, answered, total, wrong, there } = store;
  if (step.kind === 'importing') {
    const percent = total === 0 ? 100 : Math.round((answered / total) * 100);
    return (
      <div role="status" aria-live="polite">
        <Progress percent={percent} showInfo aria-label={t('progress', { n: answered, total })} />
        <p className="nk-import-note">{t('progress', { n: answered, total })}</p>
      </div>
    );
  }
  if (step.kind === 'paused') {
    const reason = step.error instanceof Error ? step.error.message : t('calledOff');
    return <Alert kind="warning" text={t('paused', { reason, n: there.length })} />;
  }
  if (step.kind !== 'done') return null;
  return wrong.length === 0 ? (
    <Alert kind="info" text={t('allDone', { n: there.length })} />
  ) : (
    <Alert kind="warning" text={t('someDone', { n: there.length, failed: wrong.length })} />
  );
});
