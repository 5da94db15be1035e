import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ListPage, PageFrame, SplitPane, type ToolbarAction, TreeList, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { actsOf, columnsOf } from './area-columns.tsx';
import { AreaStore } from './area.store.ts';
import { systemOnly } from '../system-only.tsx';
import '../dictionary.css';

/** Areas: their tree left, branch by branch, what is directly below the chosen one right. */
const AreaPage = observer(function AreaPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const granted = useButtonCheck();
  const store = useStore(() => new AreaStore(ctx));
  const { chosen, editing, towns, townsDone } = store;
  const mayAdd = granted('btn_add');
  useEffect(() => {
    if (mayAdd) void store.findTowns();
  }, [store, mayAdd]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const rowActions = useMemo(() => actsOf(store, ctx), [store, ctx]);
  const add: ToolbarAction = {
    key: 'add',
    text: chosen ? t('area.addBelow', { name: chosen.fullName }) : t('area.add'),
    primary: true,
    icon: <IconPlus />,
    onClick: () => store.create(),
  };
  const load: ToolbarAction | null = towns && {
    key: 'towns',
    text: townsDone ? t('area.townsLoading', { ...townsDone }) : t('area.towns'),
    confirm: t('area.townsAsk', { n: towns.count, source: towns.source, date: towns.date }),
    onClick: store.takeTowns,
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
              toolbar={mayAdd ? [add, ...(load ? [load] : [])] : []}
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
