import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  EditDialog,
  EmptyState,
  OrganizationSelectDialog,
  PageFrame,
  PermissionButton,
  SplitPane,
  StatusTag,
  TreeList,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { enabledStates } from '../parts/enabled-states.ts';
import { recordActions } from '../parts/record-actions.ts';
import { TreeSearch } from '../parts/tree-search.tsx';
import { TreeTable } from '../parts/tree-table.tsx';
import { type DepartmentNode, DepartmentStore } from './department.store.ts';

/** Departments: organisations left, the departments of the chosen one right. */
export const Page = observer(function DepartmentPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new DepartmentStore(ctx));
  const { editing, moving, org } = store;
  return (
    <PageFrame title={t('department.title')}>
      <SplitPane
        leftWidth={240}
        leftLabel={t('department.orgs')}
        rightLabel={org?.fullName ?? t('department.title')}
        left={
          <div className="pm-side">
            <TreeList label={t('department.orgs')} store={store.orgs} isDimmed={(node) => node.enabledMark === 0} onSelect={(node) => store.choose(node)} />
          </div>
        }
        right={<DepartmentTable store={store} />}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing?.record ? t('department.edit', { name: editing.record.fullName }) : t('department.add')}
        onSave={store.save}
        onSaved={(id) => store.saved(id)}
        onClose={() => store.closeForm()}
      />
      <OrganizationSelectDialog
        visible={moving !== null}
        departments
        required
        tree={moving?.places}
        title={moving ? t('department.moveTitle', { name: moving.node.fullName }) : ''}
        okText={t('parts.move')}
        onConfirm={([place]) => place && store.moveTo(place.id)}
        onClose={() => store.closeMove()}
      />
    </PageFrame>
  );
});

const DepartmentTable = observer(function DepartmentTable({ store }: { readonly store: DepartmentStore }) {
  const { t } = usePlugin();
  const { departments: tree, org } = store;
  if (!tree || !org) return <EmptyState text={t('department.chooseOrg')} />;
  return (
    <>
      <div className="pm-bar pm-bar-above" role="toolbar" aria-label={org.fullName}>
        <PermissionButton button="btn_add" theme="solid" type="primary" icon={<IconPlus />} onClick={() => store.create(null)}>
          {t('department.add')}
        </PermissionButton>
        <span className="pm-note">{org.fullName}</span>
        <span className="pm-bar-spring" />
        <TreeSearch store={tree} hint={t('department.find')} />
      </div>
      <TreeTable<DepartmentNode>
        label={t('department.title')}
        store={tree}
        nameLabel={t('department.field.fullName')}
        isDimmed={(node) => node.enabledMark === 0}
        onOpen={(node) => void store.edit(node)}
        columns={[
          { prop: 'enCode', label: t('department.field.enCode'), width: 110 },
          { prop: 'manager', label: t('department.field.manager'), minWidth: 130, render: (node) => node.manager || '–' },
          { prop: 'userCount', label: t('department.field.userCount'), width: 80, align: 'right' },
          { prop: 'sortCode', label: t('department.field.sortCode'), width: 72, align: 'right' },
          {
            prop: 'enabledMark',
            label: t('department.field.state'),
            width: 96,
            render: (node) => <StatusTag value={node.enabledMark} table={enabledStates(t)} />,
          },
        ]}
        rowActions={[
          { key: 'edit', text: t('parts.edit'), button: 'btn_edit', onClick: (node) => store.edit(node) },
          { key: 'add', text: t('department.addBelow'), button: 'btn_add', visible: (node) => node.enabledMark === 1, onClick: (node) => store.create(node) },
          { key: 'move', text: t('parts.moveTo'), button: 'btn_edit', onClick: (node) => store.startMove(node) },
          ...recordActions<DepartmentNode>(t, { toggle: (node) => store.toggle(node), remove: (node) => store.remove(node) }),
        ]}
        empty={<EmptyState text={tree.searching ? t('parts.nothingFound') : t('department.none')} />}
      />
    </>
  );
});
