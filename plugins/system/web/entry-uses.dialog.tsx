import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, EmptyState, ErrorCard, ListSkeleton, ViewDialog } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { type DictionaryDataRecord, dictionaryDataContract } from '../contract/index.ts';
import './dictionary.css';

type Uses = ReplyOf<typeof dictionaryDataContract.routes.uses>['list'];

/** Names that have room in one line; more of them stand below each other. */
const IN_A_LINE = 3;

/** Rows of one kind by name. A long list is scrolled by itself, by keyboard too. */
function UsedIn({ title, names, more }: Uses[number]) {
  const { t } = usePlugin();
  if (names.length === 0) return t('entry.usesHidden');
  if (names.length <= IN_A_LINE) return [...names, ...(more ? [t('entry.usesMore')] : [])].join(t('entry.comma'));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="sys-uses" aria-label={title} tabIndex={0}>
      <ul>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
          <li key={at}>{name}</li>
        ))}
      </ul>
      {more && <p>{t('entry.usesUnnamed')}</p>}
    </section>
  );
}

interface EntryUsesProps {
  readonly entry: DictionaryDataRecord;
  readonly onClose: () => void;
}

/** Which rows hold the code of an entry; a code in use is neither changed nor deleted. */
export function EntryUses({ entry: { id, label, locked }, onClose }: EntryUsesProps) {
  const { t, http } = usePlugin();
  const [uses, setUses] = useState<Uses | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another round
  useEffect(() => {
    const reading = new AbortController();
    setFailure(null);
    createClient(dictionaryDataContract, http)
      .uses({ params: { id } }, { signal: reading.signal, quiet: true })
      .then(
        ({ data }) => setUses(data.list),
        (error: unknown) => reading.signal.aborted || setFailure(error),
      );
    return () => reading.abort();
  }, [http, id, round]);
  return (
    <ViewDialog title={t('entry.usesOf', { name: label })} onClose={onClose}>
      {uses === null && failure === null && <ListSkeleton />}
      {failure !== null && <ErrorCard error={failure} onRetry={() => setRound(round + 1)} />}
      {uses?.length === 0 && <EmptyState text={t(locked === 1 ? 'entry.usedByRules' : 'entry.unused')} />}
      {uses !== null && uses.length > 0 && <DescriptionList columns={1} items={uses.map((found) => ({ label: found.title, value: <UsedIn {...found} /> }))} />}
    </ViewDialog>
  );
}
