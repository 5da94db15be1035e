import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { Act, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { GroupSelect, PositionSelect, RoleSelect, SaveFailure, UserSelectField, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { authorityContract } from '../../contract/authority.contract.ts';
import { listsOf } from '../../domain/rights/rights-ticks.ts';
import type { GrantEditorStore } from './grant/grant-editor.store.ts';

interface BatchProps {
  readonly store: GrantEditorStore;
  readonly onClose: () => void;
}

/** Grants what is ticked to many others, in addition to what they have. */
export const BatchDialog = observer(function BatchDialog({ store, onClose }: BatchProps) {
  const ctx = usePlugin();
  const { t, http, toast } = ctx;
  const id = useId();
  const [roleIds, setRoles] = useState<readonly string[]>([]);
  const [positionIds, setPositions] = useState<readonly string[]>([]);
  const [userIds, setUsers] = useState<readonly string[]>([]);
  const [groupIds, setGroups] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  // Grants are added to what is there: given twice they are there once.
  const [act] = useState(() => new Act(ctx, 'authorize.batch', { changed: 'send' }));
  const { busy, run } = useRunOnce();
  const objects = roleIds.length + positionIds.length + userIds.length + groupIds.length;
  const grant = () =>
    void run(async () => {
      const body = {
        roleIds: [...roleIds],
        positionIds: [...positionIds],
        userIds: [...userIds],
        groupIds: [...groupIds],
        ...listsOf(store.menus, store.ticks),
      };
      setFailure(null);
      const end = await act.run(
        body,
        (options) => createClient(authorityContract, http).batch({ body }, options),
        ({ data }) => {
          toast.success(t('authorize.batchDone', { objects: data.objects, added: data.added }));
          onClose();
        },
      );
      if ('error' in end) setFailure(end.error);
    });
  return (
    <Modal
      visible
      title={t('authorize.batchTitle')}
      width="min(560px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button theme="solid" type="primary" disabled={objects === 0 || store.ticks.size === 0} loading={busy} onClick={grant}>
            {t('authorize.batchGrant', { n: objects })}
          </Button>
        </>
      }
    >
      <div className="pm-changes">
        <p className="pm-note">{t('authorize.batchHelp', { n: store.ticks.size })}</p>
        {failure !== null && <SaveFailure error={failure} />}
        <label htmlFor={`${id}role`}>{t('authorize.object.Role')}</label>
        <RoleSelect id={`${id}role`} multiple value={roleIds} onChange={setRoles} />
        <label htmlFor={`${id}position`}>{t('authorize.object.Position')}</label>
        <PositionSelect id={`${id}position`} multiple value={positionIds} onChange={setPositions} />
        <label htmlFor={`${id}user`}>{t('authorize.object.User')}</label>
        <UserSelectField id={`${id}user`} multiple value={userIds} onChange={setUsers} />
        <label htmlFor={`${id}group`}>{t('authorize.object.Group')}</label>
        <GroupSelect id={`${id}group`} multiple value={groupIds} onChange={setGroups} />
      </div>
    </Modal>
  );
});
