import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { MAX_GROUP_MEMBERS } from '../../contract/limits.ts';
import type { GroupsStore, GroupWithMembers } from '../store/groups.store.ts';
import { type ChosenPeople, PeopleChoice } from './people-choice.tsx';

interface AddPeopleDialogProps {
  readonly groups: GroupsStore;
  readonly group: GroupWithMembers;
  readonly onClose: () => void;
}

/** More people for a group; they read what is written from then on. */
export const AddPeopleDialog = observer(function AddPeopleDialog({ groups, group, onClose }: AddPeopleDialogProps) {
  const { t } = usePlugin();
  const [chosen, setChosen] = useState<ChosenPeople>(new Map());
  const inside = useMemo(() => new Set(group.members.map(({ id }) => id)), [group]);
  const tooMany = chosen.size + inside.size > MAX_GROUP_MEMBERS;
  const save = async () => {
    if (await groups.add(group.id, [...chosen.keys()])) onClose();
  };
  return (
    <Modal
      visible
      title={t('groups.addTo', { name: group.fullName })}
      width="min(480px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('groups.cancel')}</Button>
          <Button theme="solid" loading={groups.changing.busy} disabled={chosen.size === 0 || tooMany} onClick={() => void save()}>
            {t('groups.add')}
          </Button>
        </>
      }
    >
      <p className="chat-note">{t('groups.addHint')}</p>
      <PeopleChoice chosen={chosen} inside={inside} onChange={setChosen} />
      {tooMany && <p role="alert">{t('groups.tooMany', { n: MAX_GROUP_MEMBERS })}</p>}
    </Modal>
  );
});
