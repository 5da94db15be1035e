import type { KeyboardEvent } from 'react';
import type { TreeNode, TreeRow } from './tree-rows.ts';

/** Typing pauses longer than this begin a new word. */
const PAUSE_MS = 700;

/** Place of the row above that the row belongs to; the row itself at the top. */
export function parentAt(rows: readonly { readonly level: number }[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above;
  return at;
}

/** Typing the first letters of a name, or of the account behind a slash, goes to it. */
export class TypeAhead {
  private typed = '';
  private last = 0;

  /** Another key was pressed: the next letter begins a new word. */
  reset(): void {
    this.typed = '';
  }

  /** Place of the next row that begins with what was typed; undefined when the key is no letter or nothing begins so. */
  find(
    event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>,
    rows: readonly TreeRow<TreeNode>[],
    from: number,
  ): number | undefined {
    if ([...event.key].length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    this.typed = event.timeStamp - this.last > PAUSE_MS ? event.key.toLowerCase() : this.typed + event.key.toLowerCase();
    this.last = event.timeStamp;
    // A first letter goes on to the next entry; more letters may still mean the one that it stands on.
    const start = Math.max(0, this.typed.length === 1 ? from + 1 : from);
    for (let step = 0; step < rows.length; step += 1) {
      const at = (start + step) % rows.length;
      const [name = '', account = ''] = rows[at]?.node.fullName.toLowerCase().split('/') ?? [];
      if (name.startsWith(this.typed) || account.startsWith(this.typed)) return at;
    }
    return undefined;
  }
}
