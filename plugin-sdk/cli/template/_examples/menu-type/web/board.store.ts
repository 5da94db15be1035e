import { Act, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { makeAutoObservable, runInAction } from 'mobx';
import { boardContract, type Notice } from '../contract/index.ts';

export class BoardStore {
  notices: readonly Notice[] | null = null;
  problem: unknown = null;
  text = '';
  readonly adding: Act;
  private readonly ctx: WebContext;
  private readonly client: ReturnType<typeof createClient<(typeof boardContract)['routes']>>;
  private readonly board: string;

  constructor(ctx: WebContext, board: string) {
    this.ctx = ctx;
    this.board = board;
    this.client = createClient(boardContract, ctx.http);
    this.adding = new Act(ctx, 'add');
    makeAutoObservable<this, 'ctx' | 'client' | 'board'>(this, { ctx: false, client: false, board: false, adding: false, dispose: false });
  }

  type(text: string) {
    this.text = text;
  }

  async load() {
    try {
      const { data } = await this.client.list({ params: { board: this.board } }, { quiet: true });
      runInAction(() => {
        this.notices = data.list;
        this.problem = null;
      });
    } catch (error) {
      runInAction(() => {
        this.problem = error;
      });
    }
  }

  async add() {
    const input = { params: { board: this.board }, body: { text: this.text.trim() } };
    const done = await this.adding.run(
      input,
      (options) => this.client.add(input, options),
      ({ msg }) => this.ctx.toast.success(msg),
    );
    if (done.kind !== 'done') return;
    this.type('');
    await this.load();
  }

  dispose() {}
}
