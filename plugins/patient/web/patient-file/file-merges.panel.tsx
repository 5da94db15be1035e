import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ListSkeleton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { OpenFileStore } from './open-file.store.ts';

/** Merges in which the file took part, and the way back while there is one. */
export const FileMerges = observer(function FileMerges({ store }: { readonly store: OpenFileStore }) {
  const { t } = usePlugin();
  if (store.merges === null) return <ListSkeleton />;
  if (store.merges.length === 0) return <EmptyState text={t('merge.none')} />;
  return (
    <ul className="pt-merges">
      {store.merges.map((merge) => (
        <li key={merge.id}>
          <p>
            <span>{`${merge.fromName} ${merge.fromOutpatientCode}`}</span>
            <span aria-hidden>→</span>
            <strong>{`${merge.intoName} ${merge.intoOutpatientCode}`}</strong>
          </p>
          <small>{`${formatInstant(merge.mergedAt)} · ${merge.userName} · ${merge.reason}`}</small>
          {merge.undoneAt !== null ? (
            <small>{t('merge.undone', { time: formatInstant(merge.undoneAt), name: merge.undoneBy })}</small>
          ) : merge.canUndo ? (
            <PermissionButton button="btn_merge" size="small" theme="light" danger onClick={() => store.ask({ kind: 'separate', merge })}>
              {t('merge.undo')}
            </PermissionButton>
          ) : (
            <small>{t('merge.late')}</small>
          )}
        </li>
      ))}
    </ul>
  );
});
