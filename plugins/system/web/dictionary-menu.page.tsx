import { createClient, type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { dictionaryTypeContract } from '../contract/index.ts';
import { EntryStore } from './entry.store.ts';
import { EntryList } from './entry-list.tsx';
import { systemOnly } from './system-only.tsx';
import './dictionary.css';

type State = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly entries: EntryStore };

/** The dictionary that a menu of type 4 names. */
class MenuStore {
  state: State = { kind: 'loading' };

  constructor(
    private readonly ctx: WebContext,
    private readonly typeId: string,
    private readonly asTree: boolean | undefined,
  ) {
    makeObservable(this, { state: observableRef, load: action });
  }

  async load(): Promise<void> {
    this.state = { kind: 'loading' };
    try {
      const { data } = await createClient(dictionaryTypeContract, this.ctx.http).info({ params: { id: this.typeId } }, { quiet: true });
      const isTree = this.asTree === undefined ? data.isTree : this.asTree ? 1 : 0;
      runInAction(() => {
        this.state = { kind: 'ready', entries: new EntryStore(this.ctx, { ...data, isTree }) };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  dispose(): void {
    if (this.state.kind === 'ready') this.state.entries.dispose();
  }
}

/** Entries of one dictionary as a page: menus of type 4, `dictionary/<enCode>` (spec 2.2). */
const DictionaryMenuPage = observer(function DictionaryMenuPage({ menu, moduleId, isTree }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MenuStore(ctx, moduleId ?? '', isTree));
  useEffect(() => {
    if (moduleId) void store.load();
  }, [store, moduleId]);
  const { state } = store;
  if (state.kind === 'ready') return <EntryList store={state.entries} title={menu.fullName} />;
  return (
    <PageFrame title={menu.fullName}>
      {moduleId === undefined || moduleId === '' ? (
        <EmptyState text={t('dictionary.missing')} />
      ) : state.kind === 'failed' ? (
        <ErrorCard error={state.error} onRetry={() => void store.load()} />
      ) : (
        <ListSkeleton />
      )}
    </PageFrame>
  );
});
export const Page = systemOnly(DictionaryMenuPage);
