import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, EditDialog, ListPage, type RowAction, rowActs, type Status, StatusTag, type ToolbarAction } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useMemo } from 'react';
import type { DictionaryDataRecord } from '../contract/index.ts';
import type { EntryStore } from './entry.store.ts';
import { EntryUses } from './entry-uses.dialog.tsx';

/** Pixels of a level. */
const INDENT = 20;

const statesOf = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('entry.enabled'), tone: 'success' },
  { value: 0, text: t('entry.disabled'), tone: 'neutral' },
];

function columnsOf(t: WebContext['t'], isTree: boolean): readonly Column<DictionaryDataRecord>[] {
  return [
    {
      prop: 'label',
      label: t('entry.fullName'),
      // In English names of ways of dialysis are long.
      minWidth: 250,
      always: true,
      sortable: isTree ? undefined : 'fullName',
      text: ({ label }) => label,
      render: ({ label, ...row }) => <span style={{ paddingInlineStart: (levelOf(row) - 1) * INDENT }}>{label}</span>,
    },
    { prop: 'enCode', label: t('entry.enCode'), minWidth: 110, sortable: !isTree },
    { prop: 'enabledMark', label: t('entry.state'), width: 96, render: ({ enabledMark }) => <StatusTag value={enabledMark} table={statesOf(t)} /> },
    { prop: 'sortCode', label: t('entry.sortCode'), width: 84, align: 'right' },
    { prop: 'description', label: t('entry.description'), minWidth: 120 },
  ];
}

const levelOf = (row: object): number => ('treeLevel' in row && typeof row.treeLevel === 'number' ? row.treeLevel : 1);

/** Acts by the buttons of the page of dictionaries, wherever entries are shown. */
function actionsOf(store: EntryStore, { t, language }: WebContext): readonly RowAction<DictionaryDataRecord>[] {
  const { type, may } = store;
  const free = ({ locked }: DictionaryDataRecord) => locked === 0;
  const below: RowAction<DictionaryDataRecord> = {
    key: 'below',
    button: 'btn_add',
    text: t('entry.addBelow'),
    visible: ({ enabledMark }) => type.isTree === 1 && store.mayAdd && enabledMark === 1,
    onClick: (row) => store.create(row),
  };
  const acts = rowActs<DictionaryDataRecord>(language, {
    name: ({ label }) => label,
    edit: (row) => store.edit(row),
    between: [below],
    toggle: (row) => store.toggle(row),
    remove: (row) => store.remove(row),
    may: { toggle: (row) => free(row) || may.hide === true, remove: free },
    ask: { disable: ({ label }) => t('entry.disableAsk', { name: label }) },
  });
  const uses: RowAction<DictionaryDataRecord> = { key: 'uses', button: 'btn_edit', text: t('entry.uses'), onClick: (row) => store.showUses(row) };
  return [...acts, uses].filter(({ button = '' }) => store.holds(button)).map(({ button: _, ...act }) => act);
}

export interface EntryListProps {
  readonly store: EntryStore;
  /** Heading of a page of its own; left out inside of another page. */
  readonly title?: string;
  /** Between search and table. */
  readonly children?: ReactNode;
}

/** Entries of one dictionary, in a list or in the order of their tree; page by page, so that 20,000 draw as fast as 100. */
export const EntryList = observer(function EntryList({ store, title, children }: EntryListProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { editing, type, usesOf } = store;
  const isTree = type.isTree === 1;
  const columns = useMemo(() => columnsOf(t, isTree), [t, isTree]);
  const rowActions = useMemo(() => actionsOf(store, ctx), [store, ctx]);
  const add: ToolbarAction = { key: 'add', text: t('entry.add'), primary: true, icon: <IconPlus />, onClick: () => store.create(null) };
  return (
    <>
      <ListPage
        title={title}
        label={type.fullName}
        store={store.list}
        columns={columns}
        settingsKey={isTree ? 'tree' : 'list'}
        search={[
          { kind: 'text', name: 'keyword', label: t('entry.keyword'), placeholder: t('entry.find') },
          { kind: 'select', name: 'enabledMark', label: t('entry.state'), options: statesOf(t).map(({ value, text }) => ({ value, text })) },
        ]}
        toolbar={store.mayAdd ? [add] : []}
        rowActions={rowActions}
        onOpen={store.holds('btn_edit') ? (row) => void store.edit(row) : undefined}
        rowClass={({ enabledMark }) => (enabledMark === 0 ? 'sys-off' : undefined)}
        emptyText={t('entry.none')}
      >
        {children}
      </ListPage>
      <EditDialog
        form={editing?.form ?? null}
        title={editing?.record ? t('entry.editOne', { name: editing.record.label }) : t('entry.add')}
        onSave={store.save}
        onSaved={() => store.list.reload()}
        onClose={() => store.closeForm()}
      />
      {usesOf && <EntryUses entry={usesOf} onClose={() => store.showUses(null)} />}
    </>
  );
});
