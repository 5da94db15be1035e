import type { WebContext } from '@nephra/plugin-sdk/web';
import { DraftClock } from './draft-clock.ts';
import { draftKeyOf, type RxDraft } from './rx-draft.ts';

export interface DraftSource {
  /** Of the prescription as the server has it. */
  readonly base: () => { readonly patientId: string; readonly dpId: string | null };
  /** What is typed and not saved; null when there is nothing to keep. */
  readonly unsaved: () => RxDraft | null;
  /** A version of ours is kept aside and must not be dropped. */
  readonly aside: () => boolean;
}

/** Keeps what is typed into one prescription where a reload and a crash leave it, until the server has it. */
export class RxDraftKeeper {
  private readonly clock = new DraftClock(() => this.keep());
  /** The prescription was deleted: what was typed in it is not worth keeping. */
  private over = false;

  constructor(
    private readonly drafts: WebContext['drafts'],
    private readonly day: string,
    private readonly source: DraftSource,
  ) {}

  load(): RxDraft | undefined {
    return this.drafts.load<RxDraft>(this.key);
  }

  /** Something was typed. */
  changed(): void {
    this.clock.changed();
  }

  keep(): void {
    this.clock.stop();
    if (this.over) return;
    const unsaved = this.source.unsaved();
    if (unsaved) this.drafts.save(this.key, unsaved);
    else if (!this.source.aside()) this.clear();
  }

  clear(): void {
    this.drafts.clear(this.key);
  }

  /** Nothing is kept any more. */
  end(): void {
    this.over = true;
    this.clear();
  }

  private get key(): string {
    return draftKeyOf(this.source.base(), this.day);
  }
}
