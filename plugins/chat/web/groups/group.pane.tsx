import { Button, IconExit, IconPlus, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { GroupMember } from '../../contract/group.contract.ts';
import { MAX_GROUP_NAME } from '../../contract/limits.ts';
import { Face } from '../parts/face.tsx';
import type { DrawerStore } from '../store/drawer.store.ts';
import { groupIdOf } from '../store/groups.store.ts';
import { AddPeopleDialog } from './add-people.dialog.tsx';
import './groups.css';

/** Who is in the group; who looks after it renames it and takes people out, everybody adds some and may leave. */
export const GroupPane = observer(function GroupPane({ store }: { readonly store: DrawerStore }) {
  const { t, user, confirm } = usePlugin();
  const { groups } = store;
  const id = groupIdOf(store.peer?.id ?? '');
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    void groups.show(id);
    return () => groups.hide();
  }, [groups, id]);
  const group = groups.shown?.id === id ? groups.shown : null;
  if (groups.shownError !== null) return <ErrorCard error={groups.shownError} onRetry={() => void groups.show(id)} />;
  if (group === null) return <ListSkeleton />;
  const owner = group.ownerId === user.userId;
  const { busy } = groups.changing;

  const leave = async () => {
    const content = t(group.memberCount === 1 ? 'groups.leaveLast' : owner ? 'groups.leaveOwner' : 'groups.leaveAsk', { name: group.fullName });
    if (!(await confirm({ content, danger: true, okText: t('groups.leave') }))) return;
    if (await groups.quit(id)) store.closeConversation();
  };
  const take = async (member: GroupMember) => {
    const content = t('groups.takeAsk', { name: member.realName });
    if (await confirm({ content, danger: true, okText: t('groups.take') })) await groups.take(id, member.id);
  };
  const handOver = async (member: GroupMember) => {
    if (await confirm({ content: t('groups.handOverAsk', { name: member.realName }), okText: t('groups.handOver') })) await groups.handOver(id, member.id);
  };
  const rename = async () => {
    if (name === null || name.trim() === '') return;
    if (await groups.rename(id, name)) setName(null);
  };
  return (
    <div className="chat-group">
      {owner && (
        <div className="chat-group-name">
          <Input
            value={name ?? group.fullName}
            maxLength={MAX_GROUP_NAME}
            aria-label={t('groups.name')}
            onChange={setName}
            onEnterPress={() => void rename()}
          />
          <Button disabled={busy || name === null || name.trim() === '' || name.trim() === group.fullName} onClick={() => void rename()}>
            {t('groups.rename')}
          </Button>
        </div>
      )}
      <div className="chat-group-head">
        <span>{t('groups.people', { n: group.memberCount })}</span>
        <Button size="small" icon={<IconPlus />} onClick={() => setAdding(true)}>
          {t('groups.add')}
        </Button>
      </div>
      <ul className="chat-list chat-scroll" aria-label={t('groups.members')}>
        {group.members.map((member) => (
          <li key={member.id} className="chat-row chat-group-member">
            <Face id={member.id} name={member.realName} icon={member.headIcon} />
            <span className="chat-row-words">
              <span className="chat-row-name">{member.realName}</span>
              <span className="chat-row-gist">
                {[member.account, member.isOwner === 1 && t('groups.owner'), !member.open && t('groups.outOfUse')].filter(Boolean).join(' · ')}
              </span>
            </span>
            {owner && member.id !== user.userId && (
              <span className="chat-group-acts">
                {member.open && (
                  <Button
                    size="small"
                    theme="borderless"
                    disabled={busy}
                    aria-label={t('groups.handOverTo', { name: member.realName })}
                    onClick={() => void handOver(member)}
                  >
                    {t('groups.handOver')}
                  </Button>
                )}
                <Button
                  size="small"
                  theme="borderless"
                  type="danger"
                  disabled={busy}
                  aria-label={t('groups.takeOut', { name: member.realName })}
                  onClick={() => void take(member)}
                >
                  {t('groups.take')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="chat-group-foot">
        <Button type="danger" icon={<IconExit />} disabled={busy} onClick={() => void leave()}>
          {t('groups.leave')}
        </Button>
      </div>
      {adding && <AddPeopleDialog groups={groups} group={group} onClose={() => setAdding(false)} />}
    </div>
  );
});
