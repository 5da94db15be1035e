import { Button, IconUpload, Progress, Radio, RadioGroup, SideSheet, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, EmptyState, ExportButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ChangeEvent, useEffect, useMemo, useRef } from 'react';
import type { DiagnosisPreviewRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import type { Text } from '../catalogue-words.ts';
import { type DiagnosisImportStore, type RowFilter, WORKBOOKS } from './diagnosis-import.store.ts';
import './diagnosis-import.css';

interface Props {
  readonly store: DiagnosisImportStore;
}

/** Import of diagnoses: file, preview with what is wrong, progress, result. */
export const DiagnosisImportSheet = observer(function DiagnosisImportSheet({ store, onClose }: Props & { readonly onClose: () => void }) {
  const { t, confirm, guardUnsaved } = usePlugin();
  const running = store.step === 'importing';
  useEffect(() => guardUnsaved(() => running), [guardUnsaved, running]);
  const close = async () => {
    const text = (name: string): string => t(`diagnosis.import.${name}`);
    if (running && !(await confirm({ title: text('leaveTitle'), content: text('leaveAsk'), okText: text('leaveOk') }))) return;
    onClose();
  };
  return (
    <SideSheet
      visible
      title={t('diagnosis.import.sheet')}
      width="min(900px, 100vw)"
      maskClosable={false}
      onCancel={() => void close()}
      footer={<Foot store={store} onClose={() => void close()} />}
    >
      <div className="rx-import">{store.step === 'choose' || store.step === 'reading' ? <Choose store={store} /> : <Rows store={store} />}</div>
    </SideSheet>
  );
});

const Foot = observer(function Foot({ store, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = usePlugin();
  const { step, changing, sent } = store;
  const text = (name: string, params?: Record<string, number>): string => t(`diagnosis.import.${name}`, params);
  return (
    <div className="rx-import-foot">
      {(step === 'preview' || step === 'paused' || step === 'done') && <Button onClick={() => store.again()}>{text('otherFile')}</Button>}
      {step === 'importing' ? <Button onClick={() => store.stop()}>{text('stop')}</Button> : <Button onClick={onClose}>{text('close')}</Button>}
      {(step === 'preview' || step === 'paused') && (
        <Button theme="solid" type="primary" disabled={changing.length === sent} onClick={() => void store.run()}>
          {step === 'paused' ? text('goOn', { n: changing.length - sent }) : text('start', { n: changing.length })}
        </Button>
      )}
    </div>
  );
});

const Choose = observer(function Choose({ store }: Props) {
  const { t } = usePlugin();
  const input = useRef<HTMLInputElement>(null);
  const reading = store.step === 'reading';
  const text = (name: string): string => t(`diagnosis.import.${name}`);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (file) void store.open(file);
  };
  return (
    <>
      {store.error !== null && <Alert kind="error" text={store.error instanceof Error ? store.error.message : text('unreadable')} />}
      <div className="rx-import-steps">
        <section>
          <h3>{text('templateTitle')}</h3>
          <p>{text('templateText')}</p>
          <ExportButton call={store.template}>{text('template')}</ExportButton>
        </section>
        <section>
          <h3>{text('fileTitle')}</h3>
          <p>{text('fileText')}</p>
          <Button theme="solid" type="primary" icon={<IconUpload />} loading={reading} onClick={() => input.current?.click()}>
            {text(reading ? 'reading' : 'choose')}
          </Button>
          <input ref={input} type="file" hidden accept={WORKBOOKS} aria-label={text('choose')} onChange={choose} />
        </section>
      </div>
      {reading && <Spin size="large" />}
    </>
  );
});

function verdictOf(t: Text, { kind, nameBefore, problem, twinRow }: DiagnosisPreviewRow): string {
  if (kind === 'wrong') return t(`diagnosis.import.problem.${problem}`, { row: twinRow });
  return kind === 'renamed' ? t('diagnosis.import.renamedFrom', { name: nameBefore }) : t(`diagnosis.import.kind.${kind}`);
}

const columnsOf = (t: Text): Column<DiagnosisPreviewRow>[] => [
  { prop: 'rowNumber', label: t('diagnosis.import.rowNumber'), width: 80, align: 'right' },
  {
    prop: 'kind',
    label: t('diagnosis.import.result'),
    width: 230,
    text: (row) => verdictOf(t, row),
    render: (row) => <span className={row.kind === 'wrong' ? 'rx-import-bad' : undefined}>{verdictOf(t, row)}</span>,
  },
  { prop: 'code', label: t('diagnosis.code'), width: 150 },
  { prop: 'name', label: t('diagnosis.name'), minWidth: 240 },
];

const Rows = observer(function Rows({ store }: Props) {
  const { t } = usePlugin();
  const { rows, changing, wrong, filter } = store;
  const columns = useMemo(() => columnsOf(t), [t]);
  const count = { all: rows.length, change: changing.length, wrong: wrong.length };
  return (
    <>
      <Outcome store={store} />
      <div className="rx-import-counts">
        <span>{store.fileName}</span>
        <RadioGroup
          type="button"
          value={filter}
          aria-label={t('diagnosis.import.show')}
          onChange={(event) => store.setFilter(event.target.value as RowFilter)} // one of the values below
        >
          {(['all', 'change', 'wrong'] as const).map((value) => (
            <Radio key={value} value={value}>
              {t(`diagnosis.import.filter.${value}`)} {count[value]}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      <div className="rx-import-table">
        <DataTable
          label={t('diagnosis.import.sheet')}
          rows={store.shown}
          columns={columns}
          rowKey={(row) => String(row.rowNumber)}
          scrollKey={filter}
          empty={<EmptyState text={t('diagnosis.import.empty')} />}
        />
      </div>
    </>
  );
});

/** How it goes, or how it went. */
const Outcome = observer(function Outcome({ store }: Props) {
  const { t } = usePlugin();
  const { step, sent, changing, wrong, error } = store;
  const total = changing.length;
  if (step === 'preview') return total === 0 ? <Alert kind="info" text={t('diagnosis.import.nothing')} /> : null;
  if (step === 'importing') {
    const told = t('diagnosis.import.progress', { n: sent, total });
    return (
      <div role="status" aria-live="polite">
        <Progress percent={Math.round((sent / total) * 100)} showInfo aria-label={told} />
        <p>{told}</p>
      </div>
    );
  }
  if (step === 'paused') {
    const reason = error instanceof Error ? error.message : t('diagnosis.import.calledOff');
    return <Alert kind="warning" text={t('diagnosis.import.paused', { reason, n: sent })} />;
  }
  return wrong.length === 0 ? (
    <Alert kind="info" text={t('diagnosis.import.allDone', { n: sent })} />
  ) : (
    <Alert kind="warning" text={t('diagnosis.import.someDone', { n: sent, failed: wrong.length })} />
  );
});
