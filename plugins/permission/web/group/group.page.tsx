import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EditDialog, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { authorizePath } from '../authorize/authorize-path.ts';
import { MembersDrawer } from '../members/members.drawer.tsx';
import { enabledStates } from '../parts/enabled-states.ts';
import { memberObjectActions } from '../parts/member-object-actions.ts';
import { groupTypes } from './group-fields.ts';
import { GroupStore } from './group.store.ts';

/** Groups of people across departments. */
export const Page = observer(function GroupPage() {
  const ctx = usePlugin();
  const { t, navigate } = ctx;
  const store = useStore(() => new GroupStore(ctx));
  return (
    <>
      <ListPage
        title={t('group.title')}
        store={store.list}
        index
        columns={[
          { prop: 'fullName', label: t('group.fullName'), minWidth: 160, fixed: 'left', sortable: true, always: true },
          { prop: 'enCode', label: t('role.enCode'), width: 160, sortable: true },
          { prop: 'type', label: t('group.type'), width: 104, render: (row) => groupTypes(ctx.language).text(row.type) || '–' },
          { prop: 'memberCount', label: t('role.people'), width: 80, align: 'right' },
          { prop: 'enabledMark', label: t('role.state'), width: 110, render: (row) => <StatusTag value={row.enabledMark} table={enabledStates(t)} /> },
          { prop: 'sortCode', label: t('role.sortCode'), width: 96, align: 'right', sortable: true, hiddenAtFirst: true },
          { prop: 'description', label: t('role.description'), minWidth: 160 },
          { prop: 'creatorTime', label: t('role.creatorTime'), width: 150, sortable: true, render: (row) => <DateText value={row.creatorTime} /> },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('role.find'), placeholder: t('role.keyword') },
          { kind: 'select', name: 'enabledMark', label: t('role.state'), options: enabledStates(t) },
        ]}
        toolbar={[{ key: 'add', text: t('group.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() }]}
        inlineActions={3}
        rowActions={memberObjectActions(t, store, (row) => navigate(authorizePath('Group', row.id)))}
        rowClass={(row) => (row.enabledMark === 0 ? 'pm-off' : undefined)}
        emptyText={t('group.none')}
      />
      <EditDialog
        form={store.editing?.form ?? null}
        title={store.editing?.record ? t('role.edit', { name: store.editing.record.fullName }) : t('group.add')}
        onSave={store.save}
        onSaved={() => store.saved()}
        onClose={() => store.closeForm()}
      />
      <MembersDrawer object={store.members} onClose={() => store.closeMembers()} onSaved={() => void store.list.reload()} />
    </>
  );
});
