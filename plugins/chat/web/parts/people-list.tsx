import { Button, IconSearch, Input, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ImUser } from '../../../permission/contract/index.ts';
import type { ContactsStore } from '../store/contacts.store.ts';
import { Face } from './face.tsx';
import { nearEnd } from './near-end.ts';
import { useTypedWord } from './use-typed-word.ts';

/** Pixels from the end at which more people are read (spec 9-01). */
const NEAR_END = 300;

export function PersonWords({ person }: { readonly person: ImUser }) {
  return (
    <>
      <Face id={person.id} name={person.realName} icon={person.headIcon} />
      <span className="chat-row-words">
        <span className="chat-row-name">{person.realName}</span>
        <span className="chat-row-gist">{[person.account, person.department].filter((word) => word !== '').join(' · ')}</span>
      </span>
    </>
  );
}

interface PeopleListProps {
  readonly contacts: ContactsStore;
  /** What stands in a row. */
  readonly children: (person: ImUser) => ReactNode;
}

/** People by keyword, read on as one scrolls. */
export const PeopleList = observer(function PeopleList({ contacts, children }: PeopleListProps) {
  const { t } = usePlugin();
  const [word, type] = useTypedWord(contacts.keyword, (keyword) => contacts.search(keyword));
  const { people, loadState, error, ended, keyword } = contacts;
  const more = () => void contacts.loadMore();
  return (
    <>
      <div className="chat-search">
        <Input
          prefix={<IconSearch aria-hidden />}
          showClear
          value={word}
          placeholder={t('contacts.keyword')}
          aria-label={t('contacts.keyword')}
          onChange={type}
        />
      </div>
      <div className="chat-scroll" onScroll={nearEnd(NEAR_END, () => loadState !== 'failed' && more())}>
        {people.length > 0 && (
          <ul className="chat-list" aria-label={t('drawer.contacts')}>
            {people.map((person) => (
              <li key={person.id}>{children(person)}</li>
            ))}
          </ul>
        )}
        {people.length === 0 && loadState === 'loading' && <ListSkeleton />}
        {people.length === 0 && ended && <EmptyState text={t(keyword.trim() === '' ? 'contacts.none' : 'contacts.notFound')} />}
        {loadState === 'failed' && <ErrorCard error={error} onRetry={more} />}
        {people.length > 0 && !ended && loadState !== 'failed' && (
          <div className="chat-more">
            {loadState === 'loading' ? (
              <Spin size="small" />
            ) : (
              <Button theme="borderless" size="small" onClick={more}>
                {t('contacts.more')}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
});
