import { Button, IconUpload, Progress, RadioGroup, Radio, SideSheet, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DataTable, EmptyState, ExportButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { previewColumns } from './preview-columns.tsx';
import { type RowFilter, type UserImportStore, WORKBOOKS } from './user-import.store.ts';
import '../parts/parts.css';
import '../user/user.css';

export interface UserImportSheetProps {
  /** Open while there is one. */
  readonly store: UserImportStore | null;
  readonly onClose: () => void;
}

/** Import of users: template and file, preview with what is wrong, progress, result. */
export const UserImportSheet = observer(function UserImportSheet({ store, onClose }: UserImportSheetProps) {
  const { t, confirm, guardUnsaved } = usePlugin();
  const running = store?.step.kind === 'importing';
  useEffect(() => guardUnsaved(() => running), [guardUnsaved, running]);
  const close = async () => {
    if (running && !(await confirm({ title: t('user.import.leaveTitle'), content: t('user.import.leaveAsk'), okText: t('user.import.leaveOk') }))) return;
    onClose();
  };
  return (
    <SideSheet
      visible={store !== null}
      title={t('user.import.sheet')}
      width="min(1120px, 100vw)"
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      footer={store && <Foot store={store} onClose={() => void close()} />}
    >
      {store && (
        <div className="us-import">{store.step.kind === 'choose' || store.step.kind === 'reading' ? <Choose store={store} /> : <Rows store={store} />}</div>
      )}
    </SideSheet>
  );
});

const Foot = observer(function Foot({ store, onClose }: { readonly store: UserImportStore; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const { step, ready, wrong } = store;
  return (
    <div className="pm-foot">
      {(step.kind === 'done' || step.kind === 'preview' || step.kind === 'paused') && wrong.length > 0 && (
        <ExportButton call={store.errorWorkbook}>{t('user.import.errorFile', { n: wrong.length })}</ExportButton>
      )}
      {(step.kind === 'done' || step.kind === 'preview' || step.kind === 'paused') && (
        <Button onClick={() => store.again()}>{t('user.import.otherFile')}</Button>
      )}
      {step.kind === 'importing' ? (
        <Button onClick={() => store.stop()}>{t('user.import.stop')}</Button>
      ) : (
        <Button onClick={onClose}>{t('user.import.close')}</Button>
      )}
      {(step.kind === 'preview' || step.kind === 'paused') && (
        <Button theme="solid" type="primary" disabled={ready.length === 0} onClick={() => void store.run()}>
          {t(step.kind === 'paused' ? 'user.import.goOn' : 'user.import.start', { n: ready.length })}
        </Button>
      )}
    </div>
  );
});

const Choose = observer(function Choose({ store }: { readonly store: UserImportStore }) {
  const { t } = usePlugin();
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
      {store.error !== null && <Alert kind="error" text={store.error instanceof Error ? store.error.message : t('user.import.unreadable')} />}
      {store.unfinished && !reading && (
        <Alert kind="info" text={t('user.import.unfinished', { name: store.unfinished.name })}>
          <button type="button" className="nk-text-button" onClick={() => void store.resume()}>
            {t('user.import.resume')}
          </button>
        </Alert>
      )}
      <div className="us-import-steps">
        <section className="us-step">
          <h3>{t('user.import.templateTitle')}</h3>
          <p>{t('user.import.templateText')}</p>
          <ExportButton call={store.template}>{t('user.import.template')}</ExportButton>
        </section>
        <section className="us-step">
          <h3>{t('user.import.fileTitle')}</h3>
          <p>{t('user.import.fileText')}</p>
          <Button theme="solid" type="primary" icon={<IconUpload />} loading={reading} onClick={() => input.current?.click()}>
            {t(reading ? 'user.import.reading' : 'user.import.choose')}
          </Button>
          <input ref={input} type="file" hidden accept={WORKBOOKS} aria-label={t('user.import.choose')} onChange={choose} />
        </section>
      </div>
      <p className="pm-note">{t('user.import.passwordNote')}</p>
      {reading && <Spin size="large" />}
    </>
  );
});

const Rows = observer(function Rows({ store }: { readonly store: UserImportStore }) {
  const { t } = usePlugin();
  const { step, rows, wrong, ready, there, filter } = store;
  return (
    <>
      <Outcome store={store} />
      <div className="us-counts">
        <span>{store.file?.name}</span>
        <span>
          {t('user.import.rows')} <strong>{rows.length}</strong>
        </span>
        {step.kind !== 'done' && (
          <span>
            {t('user.import.ready')} <strong>{ready.length}</strong>
          </span>
        )}
        {there.length > 0 && (
          <span className="us-done">
            {t('user.import.there')} <strong>{there.length}</strong>
          </span>
        )}
        <span className={wrong.length > 0 ? 'us-bad' : undefined}>
          {t('user.import.wrong')} <strong>{wrong.length}</strong>
        </span>
        <RadioGroup type="button" value={filter} aria-label={t('user.import.show')} onChange={(event) => store.setFilter(event.target.value as RowFilter)}>
          {(['all', 'wrong', 'right'] as const).map((value) => (
            <Radio key={value} value={value}>
              {t(`user.import.filter.${value}`)}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      <div className="us-import-table">
        <DataTable
          label={t('user.import.sheet')}
          rows={store.shown}
          columns={previewColumns(t)}
          rowKey={(row) => row.rowKey ?? String(row.rowNumber)}
          scrollKey={filter}
          empty={<EmptyState text={t(filter === 'wrong' ? 'user.import.noWrong' : 'user.import.none')} />}
        />
      </div>
    </>
  );
});

/** How it goes, or how it went. */
const Outcome = observer(function Outcome({ store }: { readonly store: UserImportStore }) {
  const { t } = usePlugin();
  const { step, answered, total, wrong, there } = store;
  if (step.kind === 'importing') {
    const percent = total === 0 ? 100 : Math.round((answered / total) * 100);
    return (
      <div role="status" aria-live="polite">
        <Progress percent={percent} showInfo aria-label={t('user.import.progress', { n: answered, total })} />
        <p className="pm-note">{t('user.import.progress', { n: answered, total })}</p>
      </div>
    );
  }
  if (step.kind === 'paused') {
    const reason = step.error instanceof Error ? step.error.message : t('user.import.calledOff');
    return <Alert kind="warning" text={t('user.import.paused', { reason, n: there.length })} />;
  }
  if (step.kind !== 'done') return null;
  return wrong.length === 0 ? (
    <Alert kind="info" text={t('user.import.allDone', { n: there.length })} />
  ) : (
    <Alert kind="warning" text={t('user.import.someDone', { n: there.length, failed: wrong.length })} />
  );
});
