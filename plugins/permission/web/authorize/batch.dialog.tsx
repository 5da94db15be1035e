import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { GroupSelect, newActKey, PositionSelect, RoleSelect, SaveFailure, UserSelectField, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { authorityContract } from '../../contract/authority.contract.ts';
import { listsOf } from '../../domain/rights-ticks.ts';
import type { GrantEditorStore } from './grant-editor.store.ts';

interface BatchProps {
  readonly store: GrantEditorStore;
  readonly onClose: () => void;
}

/** Grants what is ticked to many others, in addition to what they have. */
export const BatchDialog = observer(function BatchDialog({ store, onClose }: BatchProps) {
  const { t, http, toast } = usePlugin();
  const id = useId();
  const [roleIds, setRoles] = useState<readonly string[]>([]);
  const [positionIds, setPositions] = useState<readonly string[]>([]);
  const [userIds, setUsers] = useState<readonly string[]>([]);
  const [groupIds, setGroups] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const act = useRef({ body: '', key: '' });
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
      // The same grants sent again are the same act; others chosen after a lost answer are one of their own.
      const said = JSON.stringify(body);
      if (act.current.body !== said) act.current = { body: said, key: newActKey() };
      setFailure(null);
      try {
        const { data } = await createClient(authorityContract, http).batch({ body }, { quiet: true, idempotencyKey: act.current.key });
        toast.success(t('authorize.batchDone', { objects: data.objects, added: data.added }));
        onClose();
      } catch (error) {
        setFailure(error);
      }
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
