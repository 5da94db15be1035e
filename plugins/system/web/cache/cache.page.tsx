import { ActGroup, createClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { administratorsPage, type Column, ListPage, ListStore, useStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { type CacheRow, cacheContract } from '../../contract/cache/cache.contract.ts';
import { bytesText } from '../../domain/monitor/size-text.ts';
import '../quiet.css';

class CacheStore {
  readonly list: ListStore<CacheRow>;
  /** Name of the server whose caches are shown. */
  host = '';
  private readonly client;
  private readonly acts = new ActGroup({}, 'system.cache');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(cacheContract, ctx.http);
    this.list = new ListStore<CacheRow>({
      rowKey: 'name',
      load: async (_query, signal) => {
        const { data } = await this.client.list({}, { signal, quiet: true });
        runInAction(() => {
          this.host = data.host;
        });
        return { data: { list: data.list } };
      },
    });
    makeObservable(this, { host: observable, clear: action, clearAll: action });
  }

  clear = ({ name }: CacheRow): Promise<void> => this.tell(name, (options) => this.client.clear({ params: { name } }, options));
  clearAll = (): Promise<void> => this.tell('*', (options) => this.client.clearAll({}, options));

  dispose(): void {
    this.list.dispose();
  }

  private async tell(name: string, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(name, 'clear', send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    await this.list.reload();
  }
}

/** What the server keeps in its memory, how large it is, and emptying it (spec 2.5-05). */
const CachePage = observer(function CachePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new CacheStore(ctx));
  const columns = useMemo<readonly Column<CacheRow>[]>(
    () => [
      { prop: 'title', label: t('cache.title'), minWidth: 160, always: true },
      { prop: 'name', label: t('cache.name'), minWidth: 160, render: (row) => <code>{row.name}</code>, text: (row) => row.name },
      { prop: 'entries', label: t('cache.entries'), width: 110, align: 'right' },
      { prop: 'cacheSize', label: t('cache.size'), width: 120, align: 'right', render: (row) => (row.cacheSize > 0 ? bytesText(row.cacheSize) : '–') },
      { prop: 'overdueTime', label: t('cache.until'), minWidth: 200, render: () => t('cache.untilChange') },
    ],
    [t],
  );
  return (
    <ListPage
      title={t('cache.page')}
      store={store.list}
      columns={columns}
      emptyText={t('cache.empty')}
      toolbar={[{ key: 'clearAll', text: t('cache.clearAll'), button: 'btn_remove', danger: true, confirm: t('cache.clearAllAsk'), onClick: store.clearAll }]}
      rowActions={[
        {
          key: 'clear',
          text: t('cache.clear'),
          button: 'btn_remove',
          confirm: (row) => t('cache.clearAsk', { name: row.title }),
          onClick: store.clear,
        },
      ]}
    >
      {store.host !== '' && <p className="sys-quiet">{t('cache.host', { host: store.host })}</p>}
    </ListPage>
  );
});
export const Page = administratorsPage(CachePage);
