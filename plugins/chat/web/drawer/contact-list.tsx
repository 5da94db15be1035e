import { observer } from 'mobx-react-lite';
import { PeopleList, PersonWords } from '../parts/people-list.tsx';
import type { DrawerStore } from '../store/drawer.store.ts';

/** Whom one can write to, by keyword (spec 2.4-12, 4-10). */
export const ContactList = observer(function ContactList({ store }: { readonly store: DrawerStore }) {
  const { contacts, peer } = store;
  return (
    <PeopleList contacts={contacts}>
      {(person) => (
        <button type="button" className="chat-row" aria-current={peer?.id === person.id || undefined} onClick={() => store.open(person)}>
          <PersonWords person={person} />
        </button>
      )}
    </PeopleList>
  );
});
