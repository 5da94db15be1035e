import { Select, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, TreeList, TreeStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { MenuNode } from '../../contract/menu/menu.contract.ts';
import { MenuName } from './menu-name.tsx';
import type { MenuStore } from './menu.store.ts';

interface Role {
  readonly id: string;
  readonly fullName: string;
}

/** The menu as somebody with one role alone is shown it. */
export const RolePreview = observer(function RolePreview({ store }: { readonly store: MenuStore }) {
  const { t } = usePlugin();
  return (
    <SideSheet visible={store.previewOpen} title={t('menu.preview')} width="min(420px, 100vw)" onCancel={() => store.setPreview(false)}>
      {store.previewOpen && <Chosen store={store} />}
    </SideSheet>
  );
});

function Chosen({ store }: { readonly store: MenuStore }) {
  const { t } = usePlugin();
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [roleId, setRoleId] = useState('');
  useEffect(() => {
    // What is refused was told by the shell.
    store.previewRoles().then(
      ({ data }) => setRoles(data.list),
      () => undefined,
    );
  }, [store]);
  const tree = useMemo(
    () => (roleId === '' ? null : new TreeStore<MenuNode>({ openLevels: 3, load: (signal) => store.preview(roleId, signal) })),
    [store, roleId],
  );
  return (
    <div className="sys-menu-preview">
      <Select
        aria-label={t('menu.role')}
        placeholder={t('menu.chooseRole')}
        filter
        optionList={roles.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={roleId === '' ? undefined : roleId}
        onChange={(value) => setRoleId(String(value ?? ''))}
      />
      {tree === null ? (
        <EmptyState text={t('menu.previewHint')} />
      ) : (
        <TreeList key={roleId} label={t('menu.preview')} store={tree} filter={false} canChoose={() => false} render={(node) => <MenuName node={node} />} />
      )}
    </div>
  );
}
