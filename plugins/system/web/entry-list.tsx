import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, EditDialog, ListPage, type RowAction, type Status, StatusTag, type ToolbarAction } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useMemo } from 'react';
import type { DictionaryDataRecord } from '../contract/index.ts';
import type { EntryStore } from './entry.store.ts';

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
      minWidth: 180,
      always: true,
      sortable: isTree ? undefined : 'fullName',
      text: ({ label }) => label,
      render: ({ label, ...row }) => <span style={{ paddingInlineStart: (levelOf(row) - 1) * INDENT }}>{label}</span>,
    },
    { prop: 'enCode', label: t('entry.enCode'), minWidth: 120, sortable: !isTree },
    { prop: 'enabledMark', label: t('entry.state'), width: 96, render: ({ enabledMark }) => <StatusTag value={enabledMark} table={statesOf(t)} /> },
    { prop: 'sortCode', label: t('entry.sortCode'), width: 84, align: 'right' },
    { prop: 'description', label: t('entry.description'), minWidth: 160 },
  ];
}

const levelOf = (row: object): number => ('treeLevel' in row && typeof row.treeLevel === 'number' ? row.treeLevel : 1);

function actionsOf(store: EntryStore, t: WebContext['t']): readonly RowAction<DictionaryDataRecord>[] {
  const { type, may } = store;
  const free = ({ locked }: DictionaryDataRecord) => locked === 0;
  const all: readonly (RowAction<DictionaryDataRecord> & { readonly held: string })[] = [
    { key: 'edit', held: 'btn_edit', text: t('dictionary.edit'), onClick: (row) => store.edit(row) },
    {
      key: 'below',
      held: 'btn_add',
      text: t('entry.addBelow'),
      visible: ({ enabledMark }) => type.isTree === 1 && store.mayAdd && enabledMark === 1,
      onClick: (row) => store.create(row),
    },
    {
      key: 'off',
      held: 'btn_state',
      text: t('entry.disable'),
      visible: (row) => row.enabledMark === 1 && (free(row) || may.hide === true),
      confirm: ({ label }) => t('entry.disableAsk', { name: label }),
      onClick: (row) => store.toggle(row),
    },
    {
      key: 'on',
      held: 'btn_state',
      text: t('entry.enable'),
      visible: (row) => row.enabledMark === 0 && (free(row) || may.hide === true),
      onClick: (row) => store.toggle(row),
    },
    {
      key: 'remove',
      held: 'btn_remove',
      text: t('dictionary.remove'),
      danger: true,
      visible: free,
      confirm: ({ label }) => t('entry.removeAsk', { name: label }),
      onClick: (row) => store.remove(row),
    },
  ];
  return all.filter(({ held }) => store.holds(held)).map(({ held: _, ...action }) => action);
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
  const { t } = usePlugin();
  const { editing, type } = store;
  const isTree = type.isTree === 1;
  const columns = useMemo(() => columnsOf(t, isTree), [t, isTree]);
  const rowActions = useMemo(() => actionsOf(store, t), [store, t]);
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
    </>
  );
});
