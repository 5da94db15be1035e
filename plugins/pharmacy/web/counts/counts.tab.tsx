import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DateText, EditDialog, ListPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { CountRow } from '../../contract/index.ts';
import { countBases, countStates, type Text } from '../vocabulary.ts';
import { CountSheet } from './count.sheet.tsx';
import type { CountsStore } from './counts.store.ts';

const columnsOf = (t: Text): Column<CountRow>[] => [
  { prop: 'countNo', label: t('count.no'), width: 160, always: true },
  { prop: 'state', label: t('count.state'), width: 104, render: (row) => <StatusTag value={row.state} table={countStates(t)} /> },
  { prop: 'basis', label: t('count.basis'), minWidth: 130, render: (row) => countBases(t).find((basis) => basis.value === row.basis)?.text },
  { prop: 'lineCount', label: t('stock.lots'), width: 80, align: 'right' },
  { prop: 'countedCount', label: t('count.counted'), width: 88, align: 'right' },
  { prop: 'differenceCount', label: t('count.different'), width: 88, align: 'right' },
  { prop: 'openedByName', label: t('count.openedBy'), width: 110 },
  { prop: 'openTime', label: t('count.openTime'), width: 146, render: (row) => <DateText value={row.openTime} /> },
  { prop: 'closedByName', label: t('count.closedBy'), width: 110 },
  { prop: 'closeTime', label: t('count.closeTime'), width: 146, render: (row) => (row.closeTime === null ? '–' : <DateText value={row.closeTime} />) },
  { prop: 'note', label: t('receive.note'), minWidth: 120 },
];

/** Count sheets, and the one that is open. */
export const CountsTab = observer(function CountsTab({ store }: { readonly store: CountsStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  if (store.sheet) return <CountSheet store={store} sheet={store.sheet} />;
  return (
    <>
      <ListPage
        label={t('tabs.counts')}
        settingsKey="counts"
        store={store.list}
        index
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('count.keywordHelp') },
          { kind: 'select', name: 'state', label: t('count.state'), options: countStates(t) },
        ]}
        toolbar={[{ key: 'open', text: t('count.start'), button: 'btn_count', primary: true, icon: <IconPlus />, onClick: () => store.start() }]}
        rowActions={[{ key: 'show', text: t('count.show'), onClick: (row) => store.openSheet(row) }]}
        onOpen={(row) => void store.openSheet(row)}
        emptyText={t('count.none')}
      />
      <EditDialog
        form={store.starting}
        title={t('count.start')}
        width={640}
        columns={2}
        saveText={t('count.startAct')}
        onClose={() => store.endStart()}
        onSave={store.open}
      />
    </>
  );
});
