import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ConversationState, unreadOf } from '../log/conversation-state.ts';
import { gistOf } from '../log/chat-line.ts';
import { Count } from '../parts/count.tsx';
import { Face } from '../parts/face.tsx';
import type { DrawerStore } from '../store/drawer.store.ts';

/** Recent conversations, newest on top (spec 2.4-12, 4-09). */
export const RecentList = observer(function RecentList({ store }: { readonly store: DrawerStore }) {
  const { t } = usePlugin();
  const { conversations, loadState, error } = store.chat;
  if (conversations.length === 0) {
    if (loadState === 'failed') return <ErrorCard error={error} onRetry={() => void store.chat.load()} />;
    if (loadState !== 'ready') return <ListSkeleton />;
    return <EmptyState text={t('drawer.none')} help={t('drawer.noneHelp')} />;
  }
  return (
    <ul className="chat-list" aria-label={t('drawer.recent')}>
      {conversations.map((state) => (
        <RecentRow key={state.row.id} state={state} chosen={store.peer?.id === state.row.id} onOpen={() => store.open(state.row)} />
      ))}
    </ul>
  );
});

/** Characters of a message that have room in a row, and some more. */
const GIST_LENGTH = 80;

interface RecentRowProps {
  readonly state: ConversationState;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}

function RecentRow({ state, chosen, onOpen }: RecentRowProps) {
  const { t, user } = usePlugin();
  const { row } = state;
  const unread = unreadOf(state);
  const gist = row.latestSeq === 0 ? t('drawer.newGroup') : gistOf(t, row.messageType, row.latestMessage).slice(0, GIST_LENGTH);
  const named = row.kind === 'group' && row.latestUserName !== '' && row.latestUserId !== user.userId;
  return (
    <li>
      <button type="button" className="chat-row" aria-current={chosen || undefined} onClick={onOpen}>
        <Face id={row.id} name={row.realName} icon={row.headIcon} />
        <span className="chat-row-words">
          <span className="chat-row-line">
            <span className="chat-row-name">{row.realName}</span>
            {row.latestDate > 0 && (
              <span className="chat-row-time">
                <DateText value={row.latestDate} variant="list" />
              </span>
            )}
          </span>
          <span className="chat-row-line">
            <span className="chat-row-gist">{named ? t('drawer.said', { name: row.latestUserName, text: gist }) : gist}</span>
            {unread > 0 && <Count count={unread} text={t('drawer.unread', { n: unread })} />}
          </span>
        </span>
      </button>
    </li>
  );
}
