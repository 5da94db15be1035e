import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { type OnlineUser, userOnlineContract } from '../../contract/user/user-online.contract.ts';

/** Who is signed in now, and ending their sessions. */
export class UserOnlineStore {
  readonly list: ListStore<OnlineUser, { keyword: string }>;
  private readonly ctx: WebContext;
  private readonly client;
  /** The running load was asked for by nobody. */
  private quietly = false;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(userOnlineContract, ctx.http);
    this.list = new ListStore({
      rowKey: 'sessionId',
      load: async ({ keyword }, signal) => {
        const options = { signal, quiet: true, background: this.quietly };
        return { data: { list: (await this.client.list({ query: { ...(keyword ? { keyword } : {}) } }, options)).data } };
      },
    });
  }

  /** Sessions that may be ended among those chosen: one's own ends by signing out. */
  get chosen(): readonly OnlineUser[] {
    return this.list.selectedRows.filter((row) => row.self === 0);
  }

  /** The list brings itself up to date; a list that is being loaded is left alone. */
  async refresh(): Promise<void> {
    if (this.list.loading) return;
    this.quietly = true;
    const loaded = this.list.reload();
    this.quietly = false;
    await loaded;
    // Who left meanwhile can no longer be chosen: ending several sessions is all or none.
    const here = new Set(this.list.rows.map((row) => row.sessionId));
    const gone = this.list.selectedRows.filter((row) => !here.has(row.sessionId));
    if (this.list.state.kind === 'ready' && gone.length > 0) this.list.setSelected(gone, false);
  }

  async force(rows: readonly OnlineUser[]): Promise<void> {
    const { t, confirm, toast } = this.ctx;
    const [first] = rows;
    if (first === undefined) return;
    const one = rows.length === 1;
    const yes = await confirm({
      title: one ? t('userOnline.ask') : t('userOnline.askMany', { n: rows.length }),
      content: one ? t('userOnline.who', { name: first.userName, account: first.userAccount }) : t('userOnline.whoMany'),
      okText: t('userOnline.force'),
      danger: true,
    });
    if (!yes) return;
    try {
      const { msg } = one
        ? await this.client.forceOffline({ params: { id: first.sessionId } })
        : await this.client.forceAllOffline({ body: { ids: rows.map((row) => row.sessionId) } });
      toast.success(msg);
      this.list.clearSelection();
    } catch {
      // Shown by the HTTP client; who is there now shows next.
    }
    await this.list.reload();
  }

  dispose(): void {
    this.list.dispose();
  }
}
