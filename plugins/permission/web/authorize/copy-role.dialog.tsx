import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, RoleSelect, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { GrantEditorStore } from './grant/grant-editor.store.ts';

interface CopyRoleProps {
  readonly store: GrantEditorStore;
  readonly onClose: () => void;
}

/** Takes over what a role may do: instead of the present ticks, or in addition. Nothing is saved yet. */
export const CopyRoleDialog = observer(function CopyRoleDialog({ store, onClose }: CopyRoleProps) {
  const { t } = usePlugin();
  const id = useId();
  const [roleId, setRoleId] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { busy, run } = useRunOnce();
  const copy = (mode: 'replace' | 'add') =>
    void run(async () => {
      if (roleId === null) return;
      setFailure(null);
      try {
        await store.copyFrom({ type: 'Role', id: roleId }, mode);
        onClose();
      } catch (error) {
        setFailure(error);
      }
    });
  return (
    <Modal
      visible
      title={t('authorize.copyTitle')}
      width="min(480px, calc(100vw - 24px))"
      centered
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button disabled={roleId === null} loading={busy} onClick={() => copy('add')}>
            {t('authorize.copyAdd')}
          </Button>
          <Button theme="solid" type="primary" disabled={roleId === null} loading={busy} onClick={() => copy('replace')}>
            {t('authorize.copyReplace')}
          </Button>
        </>
      }
    >
      <div className="pm-changes">
        {failure !== null && <ErrorCard error={failure} />}
        <label htmlFor={id}>{t('authorize.object.Role')}</label>
        <RoleSelect id={id} value={roleId} onChange={setRoleId} />
        <p className="pm-note">{t('authorize.copyHelp')}</p>
      </div>
    </Modal>
  );
});
