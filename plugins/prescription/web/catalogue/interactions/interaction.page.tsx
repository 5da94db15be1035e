import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ListPage, type RowAction, StatusTag, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { enabledTable, levelTable } from '../catalogue-words.ts';
import type { InteractionRow } from '../../../contract/catalogue/catalogue-interaction.contract.ts';
import { InteractionStore } from './interaction.store.ts';
import '../catalogue.css';

/** Pairs of ingredients that should not be given together: what the checks while prescribing rest on. */
export const Page = observer(function InteractionPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new InteractionStore(ctx));
  const granted = useButtonCheck();
  const text = (name: string): string => t(`catalogue.interaction.${name}`);
  const acts: RowAction<InteractionRow>[] = [
    { key: 'edit', text: t('catalogue.edit'), button: 'btn_edit', onClick: (row) => store.begin(row) },
    {
      key: 'disable',
      text: t('catalogue.disable'),
      button: 'btn_edit',
      danger: true,
      visible: (row) => row.enableMark === 1,
      confirm: (row) => t('catalogue.interaction.disableAsk', { a: row.ingredientA, b: row.ingredientB }),
      onClick: (row) => store.setEnabled(row, false),
    },
    {
      key: 'enable',
      text: t('catalogue.enable'),
      button: 'btn_edit',
      visible: (row) => row.enableMark === 0,
      onClick: (row) => store.setEnabled(row, true),
    },
  ];
  return (
    <>
      <ListPage
        title={text('title')}
        store={store.list}
        index
        columns={[
          { prop: 'ingredientA', label: text('a'), minWidth: 140, sortable: true, always: true },
          { prop: 'ingredientB', label: text('b'), minWidth: 140, sortable: true, always: true },
          { prop: 'level', label: text('level'), width: 140, sortable: true, render: (row) => <StatusTag value={row.level} table={levelTable(t)} /> },
          { prop: 'note', label: text('note'), minWidth: 260 },
          { prop: 'enableMark', label: t('catalogue.state'), width: 90, render: (row) => <StatusTag value={row.enableMark} table={enabledTable(t)} /> },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('catalogue.keyword'), placeholder: text('keyword') },
          { kind: 'select', name: 'level', label: text('level'), options: levelTable(t) },
          { kind: 'select', name: 'enabled', label: t('catalogue.state'), options: enabledTable(t) },
        ]}
        toolbar={store.keeps ? [{ key: 'add', text: text('add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.begin() }] : []}
        rowActions={store.keeps ? acts : []}
        rowClass={(row) => (row.enableMark === 0 ? 'rx-cat-off' : undefined)}
        onOpen={store.keeps && granted('btn_edit') ? (row) => store.begin(row) : undefined}
      >
        {!store.keeps && store.list.state.kind === 'ready' && granted('btn_edit') && <p className="rx-cat-shared">{t('catalogue.sharedList')}</p>}
      </ListPage>
      <EditDialog
        form={store.edited?.form ?? null}
        title={text(store.edited?.row ? 'editTitle' : 'addTitle')}
        width={640}
        onClose={() => store.end()}
        onSave={store.save}
        onSaved={() => store.list.reload()}
      />
    </>
  );
});
