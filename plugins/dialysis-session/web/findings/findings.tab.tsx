import { Button, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, EmptyState, ErrorCard, FilterChips, ListSkeleton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FindingRow } from '../../contract/money/finding.contract.ts';
import { FINDING_KINDS } from '../../contract/money/finding-kinds.ts';
import type { FindingsStore } from './findings.store.ts';
import { RunPanel } from './run.panel.tsx';

/** What an insurer would find in a month, each with what to do; opens the sheet or the prescription that it speaks of. */
export const FindingsTab = observer(function FindingsTab({ store }: { readonly store: FindingsStore }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { report } = store;
  const go = (address: string | undefined): void => {
    if (address) ctx.navigate(address);
  };
  const sheetOf = (row: FindingRow): string | undefined =>
    row.sessionId ? ctx.pageAddress('dialysis.bedside', { session: row.sessionId, date: row.day }) : undefined;
  const rxOf = (row: FindingRow): string | undefined => (row.dpId ? ctx.pageAddress('his.prescription', { dpId: row.dpId }) : undefined);
  const detailOf = ({ kind, params }: FindingRow): string => {
    const { why, what } = params;
    const words = {
      ...params,
      ...(typeof why === 'string' && { why: t(`finding.why.${why as 'hospital'}`) }),
      ...(typeof what === 'string' && { what: t(`finding.what.${what as 'lot-unknown'}`) }),
    };
    return t(`finding.details.${kind}`, words);
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
        {report && !store.unknown && <span>{t('finding.summary', { held: report.held, written: report.written })}</span>}
      </div>
      <RunPanel store={store} />
      <FilterChips
        label={t('finding.kind')}
        chips={[
          { value: '' as const, label: t('finding.all') },
          // What was not found asks for nothing; what is chosen stays, to be left again.
          ...FINDING_KINDS.filter((value) => store.countOf(value) > 0 || store.kind === value).map((value) => ({
            value,
            label: `${t(`finding.kinds.${value}`)} ${store.countOf(value) || ''}`,
          })),
        ]}
        chosen={store.kind}
        onChoose={(kind) => store.only(kind)}
      />
      {report && store.total !== null && store.total > report.list.length && (
        <p className="ds-hint" role="status">
          {t('finding.newestAlone', { total: store.total, shown: report.list.length })}
        </p>
      )}
      {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load()} /> : null}
      {store.loading && <ListSkeleton />}
      {!store.loading && !store.problem && !store.unknown && store.rows.length === 0 && <EmptyState text={t('finding.empty')} />}
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
              render: (row: FindingRow) => (
                <div className="ds-finding">
                  {row.patientName}
                  <small>{row.outpatientCode}</small>
                </div>
              ),
            },
            {
              prop: 'kind',
              label: t('finding.kind'),
              minWidth: 150,
              always: true,
              render: (row: FindingRow) => (
                <div className="ds-finding">
                  {t(`finding.kinds.${row.kind}`)}
                  <small className="ds-phone-below">{detailOf(row)}</small>
                </div>
              ),
            },
            { prop: 'day', label: t('finding.day'), width: 110 },
            {
              prop: 'params',
              label: t('finding.detail'),
              minWidth: 280,
              render: (row: FindingRow) => (
                <div className="ds-finding">
                  {detailOf(row)}
                  <small>{t(`finding.todo.${row.kind}`)}</small>
                </div>
              ),
            },
            { prop: 'dpNumber', label: t('finding.rx'), width: 150, render: (row: FindingRow) => row.dpNumber || '–' },
            {
              prop: 'sessionId',
              label: t('finding.acts'),
              width: 180,
              render: (row: FindingRow) => (
                <>
                  {sheetOf(row) && (
                    <Button size="small" onClick={() => go(sheetOf(row))}>
                      {t('finding.openSheet')}
                    </Button>
                  )}{' '}
                  {rxOf(row) && (
                    <Button size="small" onClick={() => go(rxOf(row))}>
                      {t('finding.openRx')}
                    </Button>
                  )}{' '}
                  {row.kind === 'not-written' && (
                    <PermissionButton button="btn_propose" size="small" onClick={() => store.propose(row)}>
                      {t('finding.propose')}
                    </PermissionButton>
                  )}
                  {row.kind === 'stock-short' && (
                    <PermissionButton button="btn_propose" size="small" onClick={() => store.takeStock(row)}>
                      {t('finding.takeStock')}
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
