import { fen } from '@nephra/plugin-sdk/contract';
import { ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import {
  AmountText,
  DataTable,
  DateText,
  EditableTable,
  EmptyState,
  ErrorCard,
  FilterChips,
  ListPage,
  ListSkeleton,
  MenuLink,
  PatientLink,
  QueueEntry,
  QueuePanel,
  RecordSection,
  SubTableStore,
  TreeList,
  TreeListPage,
  TreeSearch,
  TreeTable,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { useEffect, useMemo, useState } from 'react';
import type { Entry } from '../entry.ts';
import { sampleColumns, sampleList, sampleRows, sampleTree, treeOf } from '../sample-rows.ts';

const WAITING_SINCE = Date.UTC(2026, 2, 2, 6, 30);

type Amount = number | 'failed' | 'long';
const useRows = (amount: Exclude<Amount, 'failed'>) => {
  const { t } = usePlugin();
  const [rows] = useState(() => sampleRows(t, amount === 'long' ? 12 : amount, amount === 'long'));
  return { t, rows };
};

function Listed({ amount, paged, selection }: { readonly amount: Amount; readonly paged?: boolean; readonly selection?: 'multiple' }) {
  const { t, rows } = useRows(amount === 'failed' ? 0 : amount);
  const store = useStore(() => sampleList(t, amount === 'failed' ? 'failed' : rows, paged));
  return (
    <div className="ga-tall">
      <ListPage
        label={t('sample.article')}
        store={store}
        columns={sampleColumns(t)}
        selection={selection}
        index
        settingsKey="sample"
        search={[{ kind: 'text', name: 'keyword', label: t('sample.keyword') }]}
      />
    </div>
  );
}

function Table({ amount, selection }: { readonly amount: Exclude<Amount, 'failed'>; readonly selection?: 'multiple' }) {
  const { t, rows } = useRows(amount);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <div className="ga-tall">
      <DataTable
        label={t('sample.article')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={sampleColumns(t)}
        selection={selection}
        isSelected={(row) => chosen.has(row.id)}
        onSelect={(some, on) =>
          setChosen((old) => new Set(on ? [...old, ...some.map(({ id }) => id)] : [...old].filter((id) => !some.some((row) => row.id === id))))
        }
      />
    </div>
  );
}

interface Line {
  name: string;
  count: number | null;
}
function Lines({ disabled, rows }: { readonly disabled?: boolean; readonly rows: readonly Line[] }) {
  const { t } = usePlugin();
  const [store] = useState(
    () =>
      new SubTableStore<Line>({
        rows,
        newRow: () => ({ name: '', count: null }),
        columns: () => [
          { kind: 'text', name: 'name', label: t('sample.article'), required: true },
          { kind: 'number', name: 'count', label: t('sample.stock'), width: 160, summary: (all) => all.reduce((sum, row) => sum + (row.count ?? 0), 0) },
        ],
      }),
  );
  return <EditableTable label={t('sample.article')} store={store} disabled={disabled} />;
}
const LINES: readonly Line[] = [
  { name: 'SIM 1', count: 2 },
  { name: 'SIM 2', count: 5 },
];

function Tree({ branches, leaves, failed }: { readonly branches: number; readonly leaves: number; readonly failed?: boolean }) {
  const { t } = usePlugin();
  const store = useStore(() => treeOf(t, failed ? 'failed' : sampleTree(t, branches, leaves)));
  return (
    <div className="ga-short">
      <TreeList label={t('sample.branches')} store={store} />
    </div>
  );
}

function TreeOfRows({ branches, failed }: { readonly branches: number; readonly failed?: boolean }) {
  const { t } = usePlugin();
  const store = useStore(() => treeOf(t, failed ? 'failed' : sampleTree(t, branches, 4)));
  return (
    <div className="ga-tall">
      <TreeSearch store={store} hint={t('sample.keyword')} />
      <TreeTable label={t('sample.branches')} store={store} nameLabel={t('sample.article')} columns={[{ prop: 'id', label: t('sample.code'), width: 160 }]} />
    </div>
  );
}

function TreeAndList() {
  const { t, rows } = useRows(60);
  const tree = useStore(() => treeOf(t, sampleTree(t, 3, 4)));
  const store = useStore(() => sampleList(t, rows));
  return (
    <div className="ga-tall">
      <TreeListPage
        title={t('sample.article')}
        treeLabel={t('sample.branches')}
        tree={tree}
        store={store}
        columns={sampleColumns(t)}
        columnSettings={false}
        onSelectNode={() => void store.search()}
      />
    </div>
  );
}

function Chips({ many, open }: { readonly many?: boolean; readonly open?: boolean }) {
  const { t } = usePlugin();
  const [chosen, setChosen] = useState<number | undefined>(open ? undefined : 0);
  return (
    <FilterChips
      label={t('sample.state')}
      chips={Array.from({ length: many ? 24 : 4 }, (_, at) => ({ value: at, label: t('sample.name', { n: at + 1 }), count: at % 3 === 2 ? 0 : 7 * at + 5 }))}
      chosen={chosen}
      onChoose={(value) => setChosen(open && value === chosen ? undefined : value)}
    />
  );
}

function Failure() {
  const { t } = usePlugin();
  const [tries, setTries] = useState(0);
  const error = new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
  return <ErrorCard title={tries === 0 ? undefined : t('sample.tried', { n: tries })} error={error} onRetry={() => setTries((old) => old + 1)} />;
}

export const lists: readonly Entry[] = [
  {
    name: 'ListPage',
    area: 'lists',
    code: `<ListPage title={t('…')} store={store.list} columns={columns} search={fields} selection="multiple" index\n  toolbar={[…]} rowActions={[…]} onOpen={(row) => …} />`,
    states: {
      usual: () => <Listed amount={60} />,
      multiple: () => <Listed amount={60} selection="multiple" />,
      empty: () => <Listed amount={0} />,
      failed: () => <Listed amount="failed" />,
      long: () => <Listed amount="long" />,
      many: () => <Listed amount={10_000} paged={false} />,
    },
  },
  {
    name: 'DataTable',
    area: 'lists',
    code: `<DataTable label={t('…')} rows={rows} columns={columns} rowKey={(row) => row.id} />`,
    states: {
      usual: () => <Table amount={8} />,
      multiple: () => <Table amount={8} selection="multiple" />,
      empty: () => <Table amount={0} />,
      long: () => <Table amount="long" />,
      many: () => <Table amount={10_000} />,
    },
  },
  {
    name: 'EditableTable',
    area: 'lists',
    code: `<EditableTable label={t('…')} store={new SubTableStore({ rows, newRow, columns, onChange })} />`,
    states: { usual: () => <Lines rows={LINES} />, empty: () => <Lines rows={[]} />, readOnly: () => <Lines rows={LINES} disabled /> },
  },
  {
    name: 'TreeList',
    area: 'lists',
    code: `new TreeStore({ load, loadChildren, find })\n<TreeList label={t('…')} store={tree} onSelect={(node) => …} leavesOnly />`,
    states: {
      usual: () => <Tree branches={3} leaves={4} />,
      empty: () => <Tree branches={0} leaves={0} />,
      failed: () => <Tree branches={0} leaves={0} failed />,
      many: () => <Tree branches={100} leaves={100} />,
    },
  },
  {
    name: 'TreeListPage',
    area: 'lists',
    code: `<TreeListPage title={t('…')} treeLabel={t('…')} tree={store.tree} store={store.list} columns={columns}\n  onSelectNode={(node) => store.list.search({ typeId: node.id })} />`,
    states: { usual: TreeAndList },
  },
  {
    name: 'TreeTable',
    area: 'lists',
    code: `<TreeTable label={t('…')} store={tree} nameLabel={t('…')} columns={columns} rowActions={actions} onOpen={(node) => …} />`,
    states: {
      usual: () => <TreeOfRows branches={3} />,
      empty: () => <TreeOfRows branches={0} />,
      failed: () => <TreeOfRows branches={0} failed />,
      many: () => <TreeOfRows branches={500} />,
    },
  },
  {
    name: 'TreeSearch',
    area: 'lists',
    code: `<TreeSearch store={tree} hint={t('…')} />`,
    states: { usual: () => <TreeOfRows branches={3} /> },
  },
  {
    name: 'FilterChips',
    area: 'lists',
    code: `<FilterChips label={t('…')} chips={[{ value: 'open', label: t('…'), count: counts.open }, …]}\n  chosen={store.list.filter.state} onChoose={(state) => store.list.search({ state })} />`,
    states: { usual: () => <Chips />, multiple: () => <Chips open />, many: () => <Chips many /> },
  },
  {
    name: 'QueuePanel',
    area: 'lists',
    code: `<QueuePanel store={store.queue} label={t('…')} searchLabel={t('…')} refreshLabel={t('…')} onRefresh={reload} emptyText={t('…')}\n  openKey={store.openId} onOpen={(row) => store.open(row.id)} waiting={t('…', { n })} rest={(n) => t('…', { n })}\n  renderRow={(row) => <QueueEntry name={row.name} end={<AmountText amount={row.total} />}><span>{row.code}</span></QueueEntry>} />`,
    states: {
      usual: () => <Queue amount={6} />,
      empty: () => <Queue amount={0} />,
      failed: () => <Queue amount="failed" />,
      long: () => <Queue amount="long" />,
    },
  },
  {
    name: 'QueueEntry',
    area: 'lists',
    code: `<QueueEntry name={row.name} about={row.about} end={<AmountText amount={row.total} />} mark={row.again && t('…')}>\n  <span>{row.code}</span>\n  <DateText value={row.day} />\n</QueueEntry>`,
    states: { usual: () => <Waiting />, long: () => <Waiting long /> },
  },
  {
    name: 'EmptyState',
    area: 'lists',
    code: `<EmptyState text={t('…')} help={t('…')}><Button>…</Button></EmptyState>`,
    states: { usual: () => <EmptyState />, long: LongEmpty },
  },
  {
    name: 'RecordSection',
    area: 'lists',
    code: `<RecordSection title={t('…')} store={bills} columns={columns} rowKey={(row) => row.billId} none={t('…')} menu="his.charging" query={askForBill} />`,
    states: {
      usual: () => <Records amount={3} />,
      empty: () => <Records amount={0} />,
      many: () => <Records amount={10_000} />,
      failed: () => <Records amount="failed" />,
    },
  },
  {
    name: 'MenuLink',
    area: 'lists',
    code: `<MenuLink menu="his.patient" query={{ patientId }}>{patientName}</MenuLink>`,
    states: { usual: () => <Leading menu="extend.widgets" />, readOnly: () => <Leading menu="no.such.page" /> },
  },
  {
    name: 'PatientLink',
    area: 'lists',
    code: `<PatientLink patientId={patientId} name={patientName} />`,
    states: { usual: () => <PatientLink patientId="p1" name="赵一" /> },
  },
  { name: 'ErrorCard', area: 'lists', code: `<ErrorCard error={error} onRetry={reload} />`, states: { usual: Failure } },
  { name: 'ListSkeleton', area: 'lists', code: `<ListSkeleton />`, states: { usual: () => <ListSkeleton /> } },
];

function Waiting({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return (
    <div className="ga-narrow">
      <QueueEntry
        name={t(long ? 'sample.longName' : 'sample.name', { n: 1 })}
        about={t('sample.article')}
        end={<AmountText amount={fen(8_050)} strong />}
        mark={long && t('sample.missing')}
      >
        <span>SIM20260302001</span>
        <span>{t('sample.cash')}</span>
        <DateText value={WAITING_SINCE} />
      </QueueEntry>
    </div>
  );
}

function Queue({ amount }: { readonly amount: Amount }) {
  const { t, rows } = useRows(amount === 'failed' ? 0 : amount);
  const store = useStore(() => sampleList(t, amount === 'failed' ? 'failed' : rows));
  const [openKey, setOpenKey] = useState<string | null>(null);
  useEffect(() => void store.start(), [store]);
  return (
    <div className="ga-tall">
      <QueuePanel
        store={store}
        label={t('sample.article')}
        searchLabel={t('sample.keyword')}
        refreshLabel={t('sample.check')}
        onRefresh={() => void store.reload()}
        waiting={t('sample.waiting', { n: store.total })}
        emptyText={t('sample.help')}
        openKey={openKey}
        onOpen={(row) => setOpenKey(row.id)}
        renderRow={(row) => (
          <QueueEntry name={row.name}>
            <span>{row.id}</span>
          </QueueEntry>
        )}
      />
    </div>
  );
}

function LongEmpty() {
  const { t } = usePlugin();
  return <EmptyState text={t('sample.longName', { n: 1 })} help={t('sample.help')} />;
}

const askForRow = () => ({ widget: 'Pager' });

function Records({ amount }: { readonly amount: Amount }) {
  const { t, rows } = useRows(amount === 'failed' ? 0 : amount);
  const store = useStore(() => sampleList(t, amount === 'failed' ? 'failed' : rows));
  const columns = useMemo(() => sampleColumns(t), [t]);
  return (
    <RecordSection
      title={t('sample.article')}
      store={store}
      columns={columns}
      rowKey={(row) => row.id}
      none={t('sample.help')}
      menu="extend.widgets"
      query={askForRow}
    />
  );
}

function Leading({ menu }: { readonly menu: string }) {
  const { t } = usePlugin();
  return (
    <MenuLink menu={menu} query={{ widget: 'Pager' }}>
      {t('sample.name', { n: 1 })}
    </MenuLink>
  );
}
