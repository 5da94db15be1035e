import type { Drafts } from '@nephra/plugin-sdk/web';
import type { TickDiff } from '../../../domain/rights/rights-ticks.ts';
import type { GrantObjectRef } from './grant-editor.store.ts';

interface Kept extends TickDiff {
  /** Of the grants that the changes were made to. */
  readonly digest: string;
}

/** Pause after the last change. Writing is synchronous, and "check all" changes thousands of rights. */
const PAUSE_MS = 400;

/** Unsaved changes of one object's rights, kept for the next visit. */
export class GrantDraft {
  private readonly key: string;
  private waiting: Kept | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly drafts: Drafts,
    { type, id }: GrantObjectRef,
  ) {
    this.key = `authorize:${type}:${id}`;
  }

  /** The changes, as long as nobody changed what they were made to; else they are dropped. */
  load(digest: string): TickDiff | undefined {
    const kept = this.drafts.load<Partial<Kept>>(this.key);
    if (kept?.digest === digest && kept.added && kept.removed) return { added: kept.added, removed: kept.removed };
    if (kept) this.clear();
    return undefined;
  }

  keep(digest: string, { added, removed }: TickDiff): void {
    this.waiting = { digest, added, removed };
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  clear(): void {
    this.waiting = null;
    this.drafts.clear(this.key);
  }

  /** Writes what still waits. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.waiting) this.drafts.save(this.key, this.waiting);
    this.waiting = null;
  }
}
