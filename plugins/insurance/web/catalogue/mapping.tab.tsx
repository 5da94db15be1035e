import { Button } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, ExportButton, FilterChips, ListPage, SplitPane, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { LIST_TYPES, MAPPING_PROBLEMS, type MappingRow } from '../../contract/index.ts';
import type { Text } from '../parts/words.ts';
import { gradeText, priceText, problemTable } from './mapping-words.ts';
import { MappingPanel } from './mapping.panel.tsx';
import type { MappingSearch, MappingStore } from './mapping.store.ts';

const Problem = observer(function Problem({ store, row }: { readonly store: MappingStore; readonly row: MappingRow }) {
  const { t } = usePlugin();
  return <StatusTag value={store.mapped.has(row.drugId) ? 'not-reported' : row.problem} table={problemTable(t)} />;
});

function codeOf(store: MappingStore, row: MappingRow): string {
  const now = store.mapped.get(row.drugId) ?? row.mapping;
  return now ? `${now.code} ${now.name}` : '';
}

const Code = observer(function Code({ store, row }: { readonly store: MappingStore; readonly row: MappingRow }) {
  return <>{codeOf(store, row) || '–'}</>;
});

function columnsOf(t: Text, store: MappingStore): Column<MappingRow>[] {
  return [
    { prop: 'problem', label: t('mapping.problemTitle'), width: 118, always: true, fixed: 'left', render: (row) => <Problem store={store} row={row} /> },
    { prop: 'drugName', label: t('mapping.name'), minWidth: 180, always: true },
    { prop: 'drugSpec', label: t('mapping.spec'), minWidth: 130 },
    { prop: 'code', label: t('mapping.code'), minWidth: 220, render: (row) => <Code store={store} row={row} />, text: (row) => codeOf(store, row) },
    { prop: 'price', label: t('mapping.price'), width: 110, align: 'right', render: (row) => priceText(row.price) },
    {
      prop: 'cap',
      label: t('mapping.cap'),
      width: 110,
      align: 'right',
      render: (row) => (row.mapping?.cap === null || !row.mapping ? '–' : priceText(row.mapping.cap)),
    },
    {
      prop: 'grade',
      label: t('mapping.grade'),
      width: 132,
      render: (row) => (row.mapping ? `${gradeText(t, row.grade)} / ${gradeText(t, row.mapping.grade)}` : gradeText(t, row.grade)),
    },
    { prop: 'drugType', label: t('mapping.type'), width: 84, hiddenAtFirst: true },
    { prop: 'maker', label: t('mapping.maker'), minWidth: 140, hiddenAtFirst: true },
    { prop: 'approvalNumber', label: t('mapping.approval'), minWidth: 140, hiddenAtFirst: true },
    { prop: 'drugNumber', label: t('mapping.number'), width: 120, hiddenAtFirst: true },
  ];
}

/** Entries of the facility, what needs work first, and the one in hand. */
export const MappingTab = observer(function MappingTab({ store }: { readonly store: MappingStore }) {
  const { t, confirm } = usePlugin();
  const [mayMap, mayUpload] = [useButtonPermission('btn_map'), useButtonPermission('btn_upload')];
  const { list } = store;
  const columns = useMemo(() => columnsOf(t, store), [t, store]);
  const selected = list.selectedRows;
  const revoke = async (rows: readonly MappingRow[]) => {
    if (await confirm({ content: t('mapping.revokeAsk', { n: rows.length }), danger: true })) await store.revoke(rows);
  };
  return (
    <SplitPane
      leftWidth={760}
      minLeft={360}
      maxLeft={1100}
      detailOpen={store.row !== null}
      onBack={() => store.close()}
      leftLabel={t('mapping.title')}
      rightLabel={t('mapping.proposals')}
      left={
        <ListPage<MappingRow, MappingSearch>
          label={t('mapping.title')}
          settingsKey="mapping"
          store={list}
          selection={mayMap || mayUpload ? 'multiple' : 'none'}
          columns={columns}
          search={[
            { kind: 'text', name: 'keyword', label: t('mapping.keyword'), placeholder: t('mapping.keywordHelp') },
            { kind: 'select', name: 'problem', label: t('mapping.problemTitle'), options: problemTable(t) },
            {
              kind: 'select',
              name: 'listType',
              label: t('mapping.listType'),
              options: LIST_TYPES.map((value) => ({ value, text: t(`mapping.list.${value}`) })),
            },
          ]}
          toolbarExtra={
            <>
              {mayMap && selected.length > 0 && (
                <Button theme="solid" type="primary" onClick={() => void store.acceptSelected()}>
                  {t('mapping.acceptSelected', { n: Math.min(200, selected.length) })}
                </Button>
              )}
              {mayUpload && selected.length > 0 && (
                <Button theme="light" type="primary" onClick={() => void store.upload(selected)}>
                  {t('mapping.upload', { n: Math.min(200, selected.length) })}
                </Button>
              )}
              {mayMap && selected.length > 0 && (
                <Button theme="light" type="danger" onClick={() => void revoke(selected)}>
                  {t('mapping.revoke', { n: Math.min(200, selected.length) })}
                </Button>
              )}
              <ExportButton theme="light" type="tertiary" call={store.exportList} />
            </>
          }
          onOpen={(row) => store.pick(row)}
          rowActions={[{ key: 'map', text: t('mapping.map'), onClick: (row) => store.pick(row) }]}
          rowClass={(row) => (store.row?.drugId === row.drugId ? 'in-map-row' : undefined)}
          emptyText={t('mapping.empty')}
        >
          <Counts store={store} />
          <Result store={store} />
        </ListPage>
      }
      right={<MappingPanel store={store} />}
    />
  );
});

/** How many entries are in which state; a press shows them alone. */
const Counts = observer(function Counts({ store }: { readonly store: MappingStore }) {
  const { t } = usePlugin();
  const { counts } = store;
  if (!counts) return null;
  return (
    <FilterChips
      label={t('mapping.problemTitle')}
      chips={MAPPING_PROBLEMS.filter((problem) => (counts.problems[problem] ?? 0) > 0).map((problem) => ({
        value: problem,
        label: t(`mapping.problem.${problem}`),
        count: counts.problems[problem],
      }))}
      chosen={store.list.filter.problem}
      onChoose={(problem) => store.filterBy(problem)}
    />
  );
});

/** What an act on many entries led to, line by line where it went wrong. */
const Result = observer(function Result({ store }: { readonly store: MappingStore }) {
  const { t } = usePlugin();
  const { result } = store;
  if (!result) return null;
  const failed = result.reply.lines.filter((line) => !line.ok);
  return (
    <section className="in-map-result" data-bad={failed.length > 0 || undefined} role="status">
      <p>
        <span>{t(`mapping.done.${result.act}`, { done: result.reply.done, failed: result.reply.failed })}</span>
        <button type="button" className="nk-text-button" onClick={() => store.dismiss()}>
          {t('mapping.dismiss')}
        </button>
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map((line) => (
            <li key={line.drugId}>
              <b>{result.names.get(line.drugId) ?? line.drugId}</b> {store.lineText(line)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
