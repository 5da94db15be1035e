import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { type PreviewFact, previewContract } from '../../contract/index.ts';

const WAIT_MS = 250;
const MOST = 200;

/** Facts of the insurer's list, asked for once per entry; what a doctor types afterwards is calculated here without any call. */
export class PreviewStore {
  facts: ReadonlyMap<string, PreviewFact> = new Map();
  about: { readonly connected: boolean; readonly simulated: boolean; readonly asOf: number | null } | null = null;
  private readonly client;
  private readonly wanted = new Set<string>();
  private readonly asked = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: WebContext) {
    this.client = createClient(previewContract, ctx.http);
    makeObservable(this, { facts: observableRef, about: observableRef });
  }

  /** Asks for what is not known yet, a moment later, all at once. */
  want(drugIds: readonly string[]): void {
    for (const id of drugIds) if (!this.asked.has(id)) this.wanted.add(id);
    if (this.wanted.size === 0 || this.timer !== undefined) return;
    this.timer = setTimeout(() => void this.ask(), WAIT_MS);
  }

  private async ask(): Promise<void> {
    this.timer = undefined;
    const drugIds = [...this.wanted].slice(0, MOST);
    for (const id of drugIds) {
      this.wanted.delete(id);
      this.asked.add(id);
    }
    try {
      const { data } = await this.client.facts({ body: { drugIds } }, { quiet: true, background: true });
      const { list, ...about } = data;
      runInAction(() => {
        this.about = about;
        this.facts = new Map([...this.facts, ...list.map((fact) => [fact.drugId, fact] as const)]);
      });
    } catch {
      // An estimate that cannot be made is left out; prescribing goes on. The next line that is added asks again.
      for (const id of drugIds) this.asked.delete(id);
    }
    if (this.wanted.size > 0) this.want([]);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
