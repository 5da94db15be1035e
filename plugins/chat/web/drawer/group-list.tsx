import { Button, IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { Face } from '../parts/face.tsx';
import type { DrawerStore } from '../store/drawer.store.ts';
import { peerOfGroup } from '../store/groups.store.ts';

const NewGroupDialog = lazy(() => import('../groups/new-group.dialog.tsx').then((module) => ({ default: module.NewGroupDialog })));

/** Groups that one is in, and a button that makes one. */
export const GroupList = observer(function GroupList({ store }: { readonly store: DrawerStore }) {
  const { t } = usePlugin();
  const [making, setMaking] = useState(false);
  const { list, loadState, error } = store.groups;
  return (
    <>
      <div className="chat-search">
        <Button block icon={<IconPlus />} onClick={() => setMaking(true)}>
          {t('groups.make')}
        </Button>
      </div>
      <div className="chat-scroll">
        {loadState === 'failed' && <ErrorCard error={error} onRetry={() => void store.groups.load()} />}
        {loadState === 'loading' && <ListSkeleton />}
        {loadState === 'ready' && list.length === 0 && <EmptyState text={t('groups.none')} help={t('groups.noneHelp')} />}
        {loadState === 'ready' && list.length > 0 && (
          <ul className="chat-list" aria-label={t('drawer.groups')}>
            {list.map((group) => {
              const peer = peerOfGroup(group);
              return (
                <li key={group.id}>
                  <button type="button" className="chat-row" aria-current={store.peer?.id === peer.id || undefined} onClick={() => store.open(peer)}>
                    <Face id={peer.id} name={group.fullName} icon="" />
                    <span className="chat-row-words">
                      <span className="chat-row-name">{group.fullName}</span>
                      <span className="chat-row-gist">{t('groups.people', { n: group.memberCount })}</span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      {making && (
        <Suspense fallback={null}>
          <NewGroupDialog store={store} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
});
