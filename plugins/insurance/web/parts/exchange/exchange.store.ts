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
    this.show({ kind: 'loading', id });
    try {
      const { data } = await this.client.record({ params: { id } }, { quiet: true });
      if (this.view.kind === 'loading' && this.view.id === id) this.show({ kind: 'open', exchange: data });
    } catch (error) {
      this.show({ kind: 'failed', id, error });
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
