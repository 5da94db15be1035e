import { type ActCall, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { exchangeContract, type ExchangeRecord } from '../../../contract/index.ts';

export type ExchangeView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly exchange: ExchangeRecord };

/** One exchange with the platform, beside a list or a proof trail. */
export class ExchangeStore {
  view: ExchangeView = { kind: 'closed' };
  private readonly client;

  constructor(ctx: WebContext) {
    this.client = createClient(exchangeContract, ctx.http);
    makeObservable(this, { view: observableRef, close: action, show: action });
  }

  open = async (id: string): Promise<void> => {
    const asked: ExchangeView = { kind: 'loading', id };
    this.show(asked);
    // Whoever has closed it meanwhile, or opened another, does not want the answer any more.
    const answer = (view: ExchangeView) => this.view === asked && this.show(view);
    try {
      answer({ kind: 'open', exchange: (await this.client.record({ params: { id } }, { quiet: true })).data });
    } catch (error) {
      answer({ kind: 'failed', id, error });
    }
  };

  show(view: ExchangeView): void {
    this.view = view;
  }

  close(): void {
    this.view = { kind: 'closed' };
  }

  /** Sends it once more in a test region and shows what came back. */
  replay = async (id: string, options: ActCall): Promise<void> => {
    const { data } = await this.client.replay({ params: { id } }, options);
    runInAction(() => this.show({ kind: 'open', exchange: data }));
  };
}
