import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { SaveFailure } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { MAX_GROUP_MEMBERS, MAX_GROUP_NAME } from '../../contract/limits.ts';
import type { DrawerStore } from '../store/drawer.store.ts';
import { peerOfGroup } from '../store/groups.store.ts';
import { type ChosenPeople, PeopleChoice } from './people-choice.tsx';
import './groups.css';

interface NewGroupDialogProps {
  readonly store: DrawerStore;
  readonly onClose: () => void;
}

/** A group of oneself and others, under a name. */
export const NewGroupDialog = observer(function NewGroupDialog({ store, onClose }: NewGroupDialogProps) {
  const { t, toast } = usePlugin();
  const id = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ChosenPeople>(new Map());
  const { creating } = store.groups;
  // Oneself is one of them.
  const tooMany = chosen.size >= MAX_GROUP_MEMBERS;
  const save = async () => {
    const group = await store.groups.create(name, [...chosen.keys()]);
    if (!group) return;
    toast.success(t('groups.made', { name: group.fullName }));
    onClose();
    store.open(peerOfGroup(group));
  };
  return (
    <Modal
      visible
      title={t('groups.make')}
      width="min(480px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('groups.cancel')}</Button>
          <Button theme="solid" loading={creating.busy} disabled={name.trim() === '' || chosen.size === 0 || tooMany} onClick={() => void save()}>
            {t('groups.save')}
          </Button>
        </>
      }
    >
      <div className="chat-form">
        <label htmlFor={id}>{t('groups.name')}</label>
        <Input id={id} value={name} maxLength={MAX_GROUP_NAME} placeholder={t('groups.nameExample')} onChange={setName} />
        <span>{t('groups.whom')}</span>
        <PeopleChoice chosen={chosen} onChange={setChosen} />
        {tooMany && <p role="alert">{t('groups.tooMany', { n: MAX_GROUP_MEMBERS })}</p>}
        {creating.problem !== null && <SaveFailure error={creating.problem} />}
      </div>
    </Modal>
  );
});
