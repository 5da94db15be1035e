import { Button, Input, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, EmptyState, ErrorCard, FilterChips, ListSkeleton, PageFrame, PageTabs, PermissionButton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DIALYSIS_MODES, type DialysisMode } from '../../../dialysis-file/contract/index.ts';
import type { FindingRow, KitRow } from '../../contract/finding.contract.ts';
import { MAX_KIT_QUANTITY, MIN_KIT_QUANTITY } from '../../contract/limits.ts';
import { FINDING_KINDS } from '../../contract/finding-kinds.ts';
import { EntryPicker, type PickedEntry } from './entry-picker.tsx';
import { FindingsStore } from './findings.store.ts';
import '../bedside/bedside.css';
import './findings.css';

const PARTS = ['treatment', 'dialyser', 'lines', 'other'] as const;

/** 透析收费核查: what an insurer would find in a month, and what treatments are charged with. */
export const Page = observer(function FindingsPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new FindingsStore(ctx));
  const [tab, setTab] = useState<'findings' | 'kit'>('findings');
  useEffect(() => void store.load(), [store]);
  return (
    <PageFrame title={menu.fullName}>
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        tabs={[
          { key: 'findings', title: t('finding.findings'), count: store.report?.list.length ?? null, content: <Findings store={store} /> },
          { key: 'kit', title: t('finding.kit'), content: <Kit store={store} /> },
        ]}
      />
    </PageFrame>
  );
});

const Findings = observer(function Findings({ store }: { readonly store: FindingsStore }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { report } = store;
  const open = (row: FindingRow): void => {
    const address = row.sessionId ? ctx.pageAddress('dialysis.bedside', { session: row.sessionId, date: row.day }) : undefined;
    if (address) ctx.navigate(address);
  };
  return (
    <div className="ds-findings">
      <div className="ds-acts">
        <Select
          aria-label={t('finding.month')}
          value={store.month}
          onChange={(month) => void store.choose(String(month))}
          optionList={store.months.map((value) => ({ value, label: value }))}
          style={{ width: 140 }}
        />
        <Input
          aria-label={t('finding.keyword')}
          placeholder={t('finding.keyword')}
          value={store.keyword}
          onChange={(keyword) => store.find(keyword)}
          style={{ width: 200 }}
        />
        {report && <span>{t('finding.summary', { held: report.held, written: report.written })}</span>}
      </div>
      <FilterChips
        label={t('finding.kind')}
        chips={[
          { value: '' as const, label: t('finding.all') },
          ...FINDING_KINDS.map((value) => ({ value, label: `${t(`finding.kinds.${value}`)} ${store.countOf(value) || ''}` })),
        ]}
        chosen={store.kind}
        onChoose={(kind) => store.only(kind)}
      />
      {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load()} /> : null}
      {store.loading && <ListSkeleton />}
      {!store.loading && !store.problem && store.rows.length === 0 && <EmptyState text={t('finding.empty')} />}
      {!store.loading && store.rows.length > 0 && (
        <DataTable
          label={t('finding.findings')}
          rows={store.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              prop: 'patientName',
              label: t('finding.patient'),
              minWidth: 120,
              always: true,
              render: (row: FindingRow) => `${row.patientName} ${row.outpatientCode}`,
            },
            { prop: 'kind', label: t('finding.kind'), minWidth: 150, always: true, render: (row: FindingRow) => t(`finding.kinds.${row.kind}`) },
            { prop: 'day', label: t('finding.day'), width: 110 },
            { prop: 'params', label: t('finding.detail'), minWidth: 200, render: (row: FindingRow) => t(`finding.details.${row.kind}`, row.params) },
            { prop: 'dpNumber', label: t('finding.rx'), width: 150, render: (row: FindingRow) => row.dpNumber || '–' },
            {
              prop: 'sessionId',
              label: '',
              width: 180,
              render: (row: FindingRow) => (
                <>
                  {row.sessionId !== '' && (
                    <Button size="small" onClick={() => open(row)}>
                      {t('finding.openSheet')}
                    </Button>
                  )}{' '}
                  {row.kind === 'not-written' && (
                    <PermissionButton button="btn_propose" size="small" onClick={() => store.propose(row)}>
                      {t('finding.propose')}
                    </PermissionButton>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </div>
  );
});

const Kit = observer(function Kit({ store }: { readonly store: FindingsStore }) {
  const ctx = usePlugin();
  const { t, confirm } = ctx;
  useEffect(() => void store.loadKit(), [store]);
  const [mode, setMode] = useState<DialysisMode>('HD');
  const [part, setPart] = useState<(typeof PARTS)[number]>('treatment');
  const [quantity, setQuantity] = useState(1);
  const [entry, setEntry] = useState<PickedEntry | null>(null);
  const [round, setRound] = useState(0);
  const mayKeep = ctx.can('dialysis.findings:btn_kit');
  return (
    <div className="ds-findings">
      {mayKeep && (
        <div className="ds-acts">
          <Select
            aria-label={t('finding.kitMode')}
            size="large"
            value={mode}
            onChange={(next) => setMode(next as DialysisMode)}
            optionList={DIALYSIS_MODES.map((value) => ({ value, label: value }))}
          />
          <Select
            aria-label={t('finding.kitPart')}
            size="large"
            value={part}
            onChange={(next) => setPart(next as typeof part)}
            optionList={PARTS.map((value) => ({ value, label: t(`finding.parts.${value}`) }))}
          />
          <EntryPicker key={round} kinds={['item', 'material', 'drug']} onPick={setEntry} />
          <InputNumber
            aria-label={t('finding.kitQuantity')}
            size="large"
            min={MIN_KIT_QUANTITY}
            max={MAX_KIT_QUANTITY}
            precision={0}
            value={quantity}
            onChange={(value) => setQuantity(Number(value) || 1)}
            style={{ width: 90 }}
          />
          <Button
            size="large"
            theme="solid"
            type="primary"
            disabled={!entry}
            onClick={() =>
              entry &&
              void store.addKit({ mode, part, kind: entry.kind, drugId: entry.drugId, quantity }).then((done) => {
                if (!done) return;
                setRound(round + 1);
                setEntry(null);
              })
            }
          >
            {t('finding.kitAdd')}
          </Button>
        </div>
      )}
      {store.kit.length === 0 ? (
        <EmptyState text={t('finding.kitEmpty')} />
      ) : (
        <DataTable
          label={t('finding.kit')}
          rows={store.kit}
          rowKey={({ id }) => id}
          columns={[
            { prop: 'drugName', label: t('finding.kitName'), minWidth: 180, always: true },
            { prop: 'mode', label: t('finding.kitMode'), width: 110, always: true },
            { prop: 'part', label: t('finding.kitPart'), width: 120, render: (row: KitRow) => t(`finding.parts.${row.part}`) },
            { prop: 'quantity', label: t('finding.kitQuantity'), width: 80, align: 'right' },
            {
              prop: 'id',
              label: '',
              width: 100,
              render: (row: KitRow) =>
                mayKeep && (
                  <Button
                    size="small"
                    type="danger"
                    onClick={() => void confirm({ content: t('finding.kitRemoveAsk'), danger: true }).then((sure) => (sure ? store.removeKit(row) : undefined))}
                  >
                    {t('finding.kitRemove')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </div>
  );
});
