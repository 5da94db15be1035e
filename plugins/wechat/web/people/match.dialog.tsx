import { Button, Modal, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MAX_MATCHES } from '../../contract/work/work-limits.ts';
import type { PeopleStore } from './people.store.ts';

/** Members with the mobile numbers of unbound staff: a proposal until somebody confirms it. */
export const MatchDialog = observer(function MatchDialog({ store }: { readonly store: PeopleStore }) {
  const { t } = usePlugin();
  const { matching, bindingAll } = store;
  if (!matching) return null;
  const { state, page, matches, asked, total, error } = matching;
  const hasMore = page * MAX_MATCHES < total;
  return (
    <Modal
      visible
      centered
      width="min(560px, calc(100vw - 24px))"
      title={t('people.matchTitle')}
      onCancel={() => store.closeMatching()}
      footer={
        <>
          <Button onClick={() => store.closeMatching()}>{t('people.close')}</Button>
          {state === 'told' && hasMore && (
            <Button disabled={bindingAll} onClick={() => void store.match(page + 1)}>
              {t('people.next')}
            </Button>
          )}
          {state === 'told' && matches.length > 0 && (
            <Button theme="solid" type="primary" loading={bindingAll} onClick={() => void store.bindAll()}>
              {t('people.bindAll', { n: matches.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="wx-lines" aria-live="polite">
        {state === 'asking' && <Spin tip={t('people.matching')} />}
        {state === 'failed' && <ErrorCard error={error} onRetry={() => void store.match(page)} />}
        {state === 'told' && (
          <>
            <p className="wx-quiet">{matches.length === 0 ? t('people.matchNone', { n: asked }) : t('people.matchFound', { asked, n: matches.length })}</p>
            <ul className="wx-matches">
              {matches.map(({ id, realName, account, qyWxUserId }) => (
                <li key={id}>
                  <span>
                    {realName}/{account}
                  </span>
                  <strong>{qyWxUserId}</strong>
                </li>
              ))}
            </ul>
            {total > MAX_MATCHES && <p className="wx-quiet">{t('people.matchRest', { total, page })}</p>}
          </>
        )}
      </div>
    </Modal>
  );
});
