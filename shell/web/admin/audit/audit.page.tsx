import '../admin.css';
import './audit.css';
import { observer } from 'mobx-react-lite';
import { Suspense, lazy, useMemo } from 'react';
import { endOfDay, formatInstant, startOfDay } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { type Client, createClient, useClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, ExportButton, ListPage, ListStore, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { AUDIT_CLASSES, AUDIT_OUTCOMES, type AuditRow, auditContract } from '../../../contract/index.ts';
import { ChainPanel } from './audit-chain.panel.tsx';

const AuditEntryDrawer = lazy(() => import('./audit-entry.drawer.tsx').then((module) => ({ default: module.AuditEntryDrawer })));

/** An audit entry is told apart by the second. */
const SECONDS = 'YYYY-MM-DD HH:mm:ss';

const OUTCOME_TONES = [
  { value: 'ok', tone: 'success' },
  { value: 'refused', tone: 'warning' },
  { value: 'failed', tone: 'danger' },
] as const satisfies readonly { value: (typeof AUDIT_OUTCOMES)[number]; tone: string }[];

interface AuditFilter {
  keyword: string;
  class: string;
  outcome: string;
  action: string;
  patientId: string;
  /** Milliseconds of the first moment of a day. */
  from: number;
  to: number;
}

const queryOf = ({ from, to, ...rest }: Partial<AuditFilter>) => ({
  ...rest,
  ...(from === undefined ? {} : { startTime: startOfDay(from) }),
  ...(to === undefined ? {} : { endTime: endOfDay(to) }),
});

/** State of the audit page: the list, and the entry that is open beside it. */
class AuditPageStore {
  readonly list: ListStore<AuditRow, AuditFilter>;
  /** Number of the open entry. */
  open: string | null = null;
  /** A search for words stopped at this moment, in milliseconds; null when it looked at everything. */
  searchedBackTo: number | null = null;
  readonly client: Client<typeof auditContract.routes>;

  constructor(ctx: Pick<WebContext, 'http'>) {
    this.client = createClient(auditContract, ctx.http);
    this.list = new ListStore<AuditRow, AuditFilter>({
      rowKey: 'seq',
      load: async ({ from, to, ...query }, signal) => {
        const page = await this.client.list({ query: { ...query, ...queryOf({ from, to }) } }, { signal, quiet: true });
        runInAction(() => {
          this.searchedBackTo = page.data.searchedBackTo;
        });
        return page;
      },
    });
    makeObservable(this, { open: observableRef, searchedBackTo: observableRef, show: action });
  }

  dispose(): void {
    this.list.dispose();
  }

  /** Goes on with the day at which the search stopped. */
  searchEarlier = (): void => {
    if (this.searchedBackTo !== null) void this.list.search({ to: startOfDay(this.searchedBackTo) });
  };

  show = (seq: string | null): void => {
    this.open = seq;
  };
}

/** Who did what, when, from where, with what was before and after; and whether the log is whole. */
export const Page = observer(function AuditPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new AuditPageStore(ctx));
  const client = useClient(auditContract);
  const outcomes = useMemo(() => OUTCOME_TONES.map(({ value, tone }) => ({ value, tone, text: t(`audit.outcomes.${value}`) })), [t]);
  const columns = useMemo<readonly Column<AuditRow>[]>(
    () => [
      { prop: 'at', label: t('audit.at'), width: 168, always: true, sortable: true, render: (row) => formatInstant(row.at, SECONDS) },
      {
        prop: 'userName',
        label: t('audit.userName'),
        width: 100,
        render: (row) => row.userName || <span className="nephra-quiet">{t('audit.stranger')}</span>,
      },
      { prop: 'userAccount', label: t('audit.userAccount'), width: 110 },
      { prop: 'class', label: t('audit.class'), width: 100, render: (row) => t(`audit.classes.${row.class}`) },
      { prop: 'action', label: t('audit.action'), minWidth: 190, render: (row) => <code>{row.action}</code>, text: (row) => row.action },
      {
        prop: 'outcome',
        label: t('audit.outcome'),
        width: 112,
        render: (row) => <StatusTag value={row.outcome} table={outcomes} />,
      },
      { prop: 'subject', label: t('audit.subject'), width: 120 },
      { prop: 'subjectId', label: t('audit.subjectId'), width: 116 },
      { prop: 'note', label: t('audit.note'), minWidth: 120 },
      { prop: 'ip', label: t('audit.ip'), width: 112 },
      { prop: 'organizeName', label: t('audit.organizeName'), width: 180, hiddenAtFirst: true },
      { prop: 'patientId', label: t('audit.patientId'), width: 170, hiddenAtFirst: true },
      { prop: 'error', label: t('audit.error'), width: 170, hiddenAtFirst: true },
      { prop: 'seq', label: t('audit.seq'), width: 90, align: 'right', hiddenAtFirst: true },
    ],
    [t, outcomes],
  );
  return (
    <>
      <ListPage
        title={t('audit.title')}
        store={store.list}
        columns={columns}
        emptyText={t('audit.empty')}
        search={[
          { kind: 'text', name: 'keyword', label: t('audit.keyword'), placeholder: t('audit.keywordHint') },
          { kind: 'select', name: 'class', label: t('audit.class'), options: AUDIT_CLASSES.map((value) => ({ value, text: t(`audit.classes.${value}`) })) },
          {
            kind: 'select',
            name: 'outcome',
            label: t('audit.outcome'),
            options: AUDIT_OUTCOMES.map((value) => ({ value, text: t(`audit.outcomes.${value}`) })),
          },
          { kind: 'date', name: 'from', label: t('audit.from'), max: 'today' },
          { kind: 'date', name: 'to', label: t('audit.to'), max: 'today' },
          { kind: 'text', name: 'action', label: t('audit.action') },
          { kind: 'text', name: 'patientId', label: t('audit.patientId') },
        ]}
        toolbarExtra={<ExportButton button="btn_download" call={(options) => client.export({ query: queryOf(store.list.filter) }, options)} />}
        rowActions={[{ key: 'open', text: t('audit.open'), onClick: (row) => store.show(row.seq) }]}
        onOpen={(row) => store.show(row.seq)}
      >
        <ChainPanel />
        {store.searchedBackTo !== null && (
          <p className="audit-searched" role="status">
            {t('audit.searchedBackTo', { at: formatInstant(store.searchedBackTo, SECONDS) })}
            <Button theme="borderless" size="small" onClick={store.searchEarlier}>
              {t('audit.searchEarlier')}
            </Button>
          </p>
        )}
      </ListPage>
      <Suspense fallback={null}>{store.open !== null && <AuditEntryDrawer seq={store.open} onClose={() => store.show(null)} />}</Suspense>
    </>
  );
});
