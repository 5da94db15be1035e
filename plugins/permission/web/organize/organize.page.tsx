import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  DateText,
  EmptyState,
  OrganizationSelectDialog,
  PageFrame,
  PermissionButton,
  StatusTag,
  TreeSearch,
  TreeTable,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { OrganizeNode } from '../../contract/index.ts';
import { enabledStates } from '../parts/enabled-states.ts';
import { FormSheet } from '../parts/form.sheet.tsx';
import { recordActions } from '../parts/record-actions.ts';
import { OrganizeDrawer } from './organize.drawer.tsx';
import { OrganizeStore } from './organize.store.ts';

/** Organisations: the group, its hospitals and dialysis centres, and who administers each. */
export const Page = observer(function OrganizePage() {
  const ctx = usePlugin();
  const { t, user } = ctx;
  const store = useStore(() => new OrganizeStore(ctx));
  const { tree } = store;
  return (
    <PageFrame title={t('organize.title')}>
      <div className="pm-bar" role="toolbar" aria-label={t('organize.title')}>
        <PermissionButton
          button="btn_add"
          theme="solid"
          type="primary"
          icon={<IconPlus />}
          onClick={() => store.create(tree.selected ?? tree.roots[0] ?? null)}
        >
          {t('organize.add')}
        </PermissionButton>
        <span className="pm-bar-spring" />
        <TreeSearch store={tree} hint={t('organize.find')} />
      </div>
      <TreeTable<OrganizeNode>
        label={t('organize.title')}
        store={tree}
        nameLabel={t('organize.field.fullName')}
        isDimmed={(node) => node.enabledMark === 0}
        onOpen={(node) => void store.open(node.id)}
        columns={[
          { prop: 'enCode', label: t('organize.field.enCode'), width: 122 },
          { prop: 'shortName', label: t('organize.field.shortName'), width: 96, render: (node) => node.shortName || '–' },
          {
            prop: 'dialysisCenter',
            label: t('organize.field.dialysisCenter'),
            width: 124,
            render: (node) => t(node.dialysisCenter === 1 ? 'parts.yes' : 'parts.no'),
          },
          { prop: 'departmentCount', label: t('organize.field.departments'), width: 112, align: 'right' },
          { prop: 'userCount', label: t('organize.field.people'), width: 88, align: 'right' },
          {
            prop: 'enabledMark',
            label: t('organize.field.state'),
            width: 108,
            render: (node) => <StatusTag value={node.enabledMark} table={enabledStates(t)} />,
          },
          { prop: 'creatorTime', label: t('organize.field.creatorTime'), width: 140, render: (node) => <DateText value={node.creatorTime} /> },
        ]}
        rowActions={[
          { key: 'open', text: t('parts.view'), onClick: (node) => store.open(node.id) },
          { key: 'edit', text: t('parts.edit'), button: 'btn_edit', onClick: (node) => store.editNode(node) },
          { key: 'add', text: t('organize.addBelow'), button: 'btn_add', visible: (node) => node.enabledMark === 1, onClick: (node) => store.create(node) },
          {
            key: 'move',
            text: t('parts.moveTo'),
            button: 'btn_edit',
            visible: (node) => user.isAdministrator || node.parentId !== '-1',
            onClick: (node) => store.startMove(node),
          },
          ...recordActions<OrganizeNode>(t, { toggle: (node) => store.toggle(node), remove: (node) => store.remove(node) }),
        ]}
        empty={<EmptyState text={tree.searching ? t('parts.nothingFound') : t('organize.none')} />}
      />
      <OrganizeDrawer store={store.opened} onEdit={(record) => store.edit(record)} onClose={() => store.close()} />
      <FormSheet
        form={store.editing?.form ?? null}
        title={store.editing?.record ? t('organize.edit', { name: store.editing.record.fullName }) : t('organize.add')}
        width={920}
        columns={3}
        onSave={store.save}
        onSaved={(id) => store.saved(id)}
        onClose={() => store.closeForm()}
      />
      <OrganizationSelectDialog
        visible={store.moving !== null}
        tree={store.moving?.parents}
        required
        title={store.moving ? t('organize.moveTitle', { name: store.moving.node.fullName }) : ''}
        note={t('organize.moveHelp')}
        okText={t('parts.move')}
        onConfirm={([parent]) => parent && store.moveTo(parent.id)}
        onClose={() => store.closeMove()}
      />
    </PageFrame>
  );
});
