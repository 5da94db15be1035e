import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { OpenedLink } from '../../contract/conversation.contract.ts';
import { MAX_LINKS_READ } from '../../contract/limits.ts';
import type { LinkContent } from '../../contract/message.schema.ts';
import type { ChatStore } from './chat.store.ts';

const keyOf = ({ kind, id }: LinkContent): string => `${kind} ${id}`;

/** Where the links of messages lead, for who may go there: asked for in one call what is shown at the same time, and kept while the conversation is open. */
export class LinksStore {
  /** Null: not for this reader, or gone. */
  private readonly places = observable.map<string, OpenedLink | null>({}, { deep: false });
  private readonly wanted = new Map<string, LinkContent>();
  private asking = false;
  private readonly chat: ChatStore;
  kinds: readonly { readonly kind: string; readonly title: string }[] | null = null;

  constructor(chat: ChatStore) {
    this.chat = chat;
    makeObservable(this, { kinds: observableRef });
  }

  /** Undefined: not known yet. */
  place(link: LinkContent): OpenedLink | null | undefined {
    return this.places.get(keyOf(link));
  }

  /** Somebody sees this link. */
  want(link: LinkContent): void {
    if (this.places.has(keyOf(link))) return;
    this.wanted.set(keyOf(link), link);
    if (this.asking) return;
    this.asking = true;
    // Those of one drawing go together.
    queueMicrotask(() => void this.ask());
  }

  /** What can be linked to, for the button. */
  async loadKinds(): Promise<void> {
    if (this.kinds !== null) return;
    const { data } = await this.chat.client.linkKinds({}, { quiet: true });
    runInAction(() => {
      this.kinds = data.list;
    });
  }

  async candidates(kind: string, keyword: string, signal: AbortSignal): Promise<readonly OpenedLink[]> {
    const { data } = await this.chat.client.linkCandidates({ query: { kind, keyword } }, { signal, quiet: true });
    return data.list;
  }

  private async ask(): Promise<void> {
    while (this.wanted.size > 0) {
      const links = [...this.wanted.values()].slice(0, MAX_LINKS_READ);
      for (const link of links) this.wanted.delete(keyOf(link));
      try {
        const { data } = await this.chat.client.openLinks({ body: { links: links.map(({ kind, id }) => ({ kind, id })) } }, { quiet: true, background: true });
        runInAction(() => {
          for (const link of links) this.places.set(keyOf(link), null);
          for (const place of data.list) this.places.set(keyOf(place), place);
        });
      } catch {
        // They are shown as links that lead nowhere, and asked for when they are drawn again.
      }
    }
    this.asking = false;
  }
}
