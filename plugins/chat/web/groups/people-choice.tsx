import { Button, Checkbox } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ImUser } from '../../../permission/contract/index.ts';
import { PeopleList, PersonWords } from '../parts/people-list.tsx';
import { ContactsStore } from '../store/contacts.store.ts';

export type ChosenPeople = ReadonlyMap<string, Pick<ImUser, 'id' | 'realName'>>;

interface PeopleChoiceProps {
  readonly chosen: ChosenPeople;
  /** People who are in the group already: shown, and not chosen again. */
  readonly inside?: ReadonlySet<string>;
  readonly onChange: (chosen: ChosenPeople) => void;
}

/** Several people out of those whom one can write to. Who was chosen stays chosen while another word is looked for. */
export const PeopleChoice = observer(function PeopleChoice({ chosen, inside, onChange }: PeopleChoiceProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const contacts = useStore(() => new ContactsStore(ctx));
  useEffect(() => contacts.openFirst(), [contacts]);
  const toggle = (person: Pick<ImUser, 'id' | 'realName'>) => {
    const next = new Map(chosen);
    if (!next.delete(person.id)) next.set(person.id, person);
    onChange(next);
  };
  return (
    <div className="chat-choice">
      {chosen.size > 0 && (
        <ul className="chat-chosen" aria-label={t('groups.chosen', { n: chosen.size })}>
          {[...chosen.values()].map((person) => (
            <li key={person.id}>
              <Button size="small" aria-label={t('groups.unchoose', { name: person.realName })} onClick={() => toggle(person)}>
                {person.realName} ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PeopleList contacts={contacts}>
        {(person) => {
          const there = inside?.has(person.id) ?? false;
          return (
            <Checkbox className="chat-choice-row" checked={there || chosen.has(person.id)} disabled={there} onChange={() => toggle(person)}>
              <span className="chat-row-in">
                <PersonWords person={person} />
              </span>
            </Checkbox>
          );
        }}
      </PeopleList>
    </div>
  );
});
