import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EditDialog, ListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { EntriesStore } from './entries.store.ts';

/** The page of the menu `sample_plugin.entries`. The list brings search, paging, loading and error states, and keyboard keys. */
export const Page = observer(function EntriesPage() {
  const ctx = usePlugin();
  const store = useStore(() => new EntriesStore(ctx));
  const { t } = ctx;
  return (
    <>
      <ListPage
        title={t('entry.title')}
        store={store.list}
        index
        columns={[
          { prop: 'name', label: t('entry.name'), minWidth: 180, always: true },
          { prop: 'note', label: t('entry.note'), minWidth: 240 },
          { prop: 'createdTime', label: t('entry.created'), width: 170, sortable: true, render: (row) => <DateText value={row.createdTime} /> },
        ]}
        search={[{ kind: 'text', name: 'keyword', label: t('entry.keyword') }]}
        toolbar={[{ key: 'add', text: t('entry.add'), button: 'btn_add', primary: true, onClick: store.add }]}
        rowActions={[
          {
            key: 'remove',
            text: t('entry.remove'),
            button: 'btn_remove',
            danger: true,
            confirm: (row) => t('entry.removeAsk', { name: row.name }),
            onClick: store.remove,
          },
        ]}
      />
      <EditDialog form={store.adding} title={t('entry.add')} onClose={store.close} onSave={store.save} onSaved={() => store.list.reload()} />
    </>
  );
});
