import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, EmptyState, ErrorCard, ListSkeleton, ViewDialog } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { type DictionaryDataRecord, dictionaryDataContract } from '../contract/index.ts';

type Uses = ReplyOf<typeof dictionaryDataContract.routes.uses>['list'];

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
      {uses !== null && uses.length > 0 && (
        <DescriptionList
          columns={1}
          items={uses.map(({ title, names, more }) => ({
            label: title,
            value: [...names, ...(more ? [t(names.length > 0 ? 'entry.usesMore' : 'entry.usesHidden')] : [])].join(t('entry.comma')),
          }))}
        />
      )}
    </ViewDialog>
  );
}
