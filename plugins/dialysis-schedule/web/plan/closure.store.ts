import type { BodyOf, ReplyOf } from '@nephra/plugin-sdk/contract';
import { Act, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { ClosureRow } from '../../contract/board.schema.ts';
import { planContract } from '../../contract/plan.contract.ts';

type Routes = (typeof planContract)['routes'];
type Preview = ReplyOf<Routes['closurePreview']>;
export type Closing = BodyOf<Routes['closurePreview']>;

/** Closes days: preview, apply, undo. What is changed after the preview asks for another one. */
export class ClosureStore {
  date: string;
  shiftId = '';
  /** Empty: their treatments are left out. */
  movedTo = '';
  reason = '';
  preview: Preview | null = null;
  list: readonly ClosureRow[] = [];
  problem: unknown = null;
  /** What came of the last act, in words. */
  said = '';
  readonly act: Act;
  private readonly client: Client<Routes>;

  constructor(
    private readonly ctx: WebContext,
    day: string,
  ) {
    this.date = day;
    this.client = createClient(planContract, ctx.http);
    this.act = new Act(ctx, 'dialysis-closure', { changed: 'send', toasts: false });
    makeObservable(this, {
      ...{ date: observable, shiftId: observable, movedTo: observable, reason: observable, said: observable },
      ...{ preview: observableRef, list: observableRef, problem: observableRef, set: action },
    });
  }

  private get closing(): Closing {
    return { date: this.date, shiftId: this.shiftId, movedTo: this.movedTo === '' ? null : this.movedTo, reason: this.reason.trim() };
  }
  get ready(): boolean {
    return this.reason.trim() !== '' && this.date !== '';
  }

  set(patch: Partial<Pick<ClosureStore, 'date' | 'shiftId' | 'movedTo' | 'reason'>>): void {
    Object.assign(this, patch);
    this.preview = null;
    this.problem = null;
  }

  load = async (): Promise<void> => {
    try {
      const { data } = await this.client.closures({}, { quiet: true });
      runInAction(() => (this.list = data.list));
    } catch (error) {
      runInAction(() => (this.problem = error));
    }
  };

  look = async (): Promise<void> => {
    try {
      const { data } = await this.client.closurePreview({ body: this.closing }, { quiet: true });
      runInAction(() => {
        this.preview = data;
        this.problem = null;
      });
    } catch (error) {
      runInAction(() => (this.problem = error));
    }
  };

  apply = async (): Promise<void> => {
    const { preview } = this;
    if (!preview) return;
    const body = { ...this.closing, fingerprint: preview.fingerprint };
    await this.finish(await this.act.run(['close', body], (options) => this.client.close({ body }, { ...options, quiet: true })), ({ data }) =>
      this.ctx.t('closure.done', { moved: data.moved, leftOut: data.leftOut }),
    );
  };

  undo = async (row: ClosureRow): Promise<void> => {
    if (!(await this.ctx.confirm({ content: this.ctx.t('closure.undoAsk', { day: row.date }), danger: true }))) return;
    const params = { id: row.id };
    await this.finish(await this.act.run(['undo', params], (options) => this.client.undo({ params }, { ...options, quiet: true })), ({ data }) =>
      this.ctx.t(data.left.length === 0 ? 'closure.undone' : 'closure.undoneLeft', {
        n: data.back,
        names: data.left.map((name) => name || this.ctx.t('board.hiddenName')).join(this.ctx.t('listMark')),
      }),
    );
  };

  private async finish<T>(end: { readonly kind: string; readonly answer?: T; readonly error?: unknown }, words: (answer: T) => string): Promise<void> {
    runInAction(() => {
      this.problem = end.error ?? null;
      if (end.kind === 'done') {
        this.said = words(end.answer as T);
        this.preview = null;
        this.reason = '';
      } else if (end.kind !== 'joined') this.preview = null;
    });
    await this.load();
  }

  dispose(): void {
    this.act.dispose();
  }
}
