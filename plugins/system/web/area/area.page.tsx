import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  type Column,
  EditDialog,
  ListPage,
  PageFrame,
  type RowAction,
  rowActs,
  SplitPane,
  type Status,
  StatusTag,
  type ToolbarAction,
  TreeList,
  useButtonCheck,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { type AreaRow, AreaStore } from './area.store.ts';
import { systemOnly } from '../system-only.tsx';
import '../dictionary.css';

const statesOf = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('area.enabled'), tone: 'success' },
  { value: 0, text: t('area.disabled'), tone: 'neutral' },
];
const sourcesOf = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('area.listed'), tone: 'neutral' },
  { value: 0, text: t('area.own'), tone: 'info' },
];

const columnsOf = (t: WebContext['t']): readonly Column<AreaRow>[] => [
  {
    prop: 'fullName',
    label: t('area.fullName'),
    minWidth: 200,
    always: true,
    text: ({ fullName, path = fullName }) => path,
    render: ({ fullName, path = fullName }) => path,
  },
  { prop: 'enCode', label: t('area.enCode'), width: 140 },
  { prop: 'seeded', label: t('area.source'), width: 140, render: ({ seeded }) => <StatusTag value={seeded} table={sourcesOf(t)} /> },
  { prop: 'enabledMark', label: t('area.state'), width: 116, render: ({ enabledMark }) => <StatusTag value={enabledMark} table={statesOf(t)} /> },
  { prop: 'sortCode', label: t('area.sortCode'), width: 84, align: 'right', hiddenAtFirst: true },
  { prop: 'description', label: t('area.description'), minWidth: 140, hiddenAtFirst: true },
];

const actsOf = (store: AreaStore, { t, language }: WebContext): readonly RowAction<AreaRow>[] =>
  rowActs(language, {
    name: ({ fullName }) => fullName,
    edit: (row) => store.edit(row),
    toggle: (row) => store.toggle(row),
    remove: (row) => store.remove(row),
    may: { remove: ({ seeded }) => seeded === 0 },
    ask: { disable: ({ fullName }) => t('area.disableAsk', { name: fullName }) },
  });

/** Areas: their tree left, branch by branch, what is directly below the chosen one right. */
const AreaPage = observer(function AreaPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const granted = useButtonCheck();
  const store = useStore(() => new AreaStore(ctx));
  const { chosen, editing } = store;
  const columns = useMemo(() => columnsOf(t), [t]);
  const rowActions = useMemo(() => actsOf(store, ctx), [store, ctx]);
  const add: ToolbarAction = {
    key: 'add',
    text: chosen ? t('area.addBelow', { name: chosen.fullName }) : t('area.add'),
    primary: true,
    icon: <IconPlus />,
    onClick: () => store.create(),
  };
  return (
    <PageFrame title={menu.fullName}>
      <SplitPane
        leftWidth={288}
        leftLabel={menu.fullName}
        rightLabel={chosen?.fullName ?? t('area.all')}
        detailOpen={store.detailOpen}
        onBack={() => store.closeDetail()}
        left={
          <div className="sys-side">
            <TreeList
              label={menu.fullName}
              store={store.tree}
              filter={false}
              isDimmed={({ enabledMark }) => enabledMark === 0}
              onSelect={(node) => store.choose(node)}
            />
          </div>
        }
        right={
          <div className="sys-detail">
            <ListPage
              label={chosen?.fullName ?? t('area.all')}
              store={store.list}
              columns={columns}
              search={[{ kind: 'text', name: 'keyword', label: t('area.keyword'), placeholder: t('area.find') }]}
              toolbar={granted('btn_add') ? [add] : []}
              rowActions={rowActions}
              onOpen={granted('btn_edit') ? (row) => void store.edit(row) : undefined}
              rowClass={({ enabledMark }) => (enabledMark === 0 ? 'sys-off' : undefined)}
              emptyText={t('area.none')}
            />
          </div>
        }
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing?.record ? t('area.editOne', { name: editing.record.fullName }) : t('area.add')}
        onSave={store.save}
        onSaved={() => store.refresh()}
        onClose={() => store.closeForm()}
      />
    </PageFrame>
  );
});
export const Page = systemOnly(AreaPage);
