import { Button, Input } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { BoardStore } from './board.store.ts';

/** The page of every menu of type 8; `moduleId` of the menu says which board it is. */
export const Page = observer(function BoardPage({ menu, moduleId = '' }: PageProps) {
  const ctx = usePlugin();
  const store = useStore(() => new BoardStore(ctx, moduleId));
  const { t, can } = ctx;
  useEffect(() => void store.load(), [store]);
  return (
    <PageFrame title={menu.fullName}>
      {can('sample_plugin.board:btn_add') && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void store.add();
          }}
        >
          <Input value={store.text} maxLength={200} aria-label={t('notice.text')} placeholder={t('notice.text')} onChange={(text) => store.type(text)} />
          <Button htmlType="submit" loading={store.adding.busy} disabled={store.text.trim() === ''}>
            {t('notice.add')}
          </Button>
        </form>
      )}
      {store.problem !== null ? (
        <ErrorCard error={store.problem} onRetry={() => void store.load()} />
      ) : store.notices === null ? (
        <ListSkeleton />
      ) : store.notices.length === 0 ? (
        <EmptyState text={t('notice.none')} />
      ) : (
        <ul>
          {store.notices.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
});
