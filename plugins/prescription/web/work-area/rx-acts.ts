import type { RxDraft } from './draft/rx-draft.ts';

/** Catalogues that lines come from, in the order of their keys Alt+1 … Alt+5. */
export const PICK_KINDS = ['drug', 'material', 'item', 'lab', 'package'] as const;
export type PickKind = (typeof PICK_KINDS)[number];

export type RxAct = 'save' | 'confirm' | 'unconfirm' | 'remove' | 'split';

/** What stands above the form until it is dealt with. */
export type RxNotice =
  | { readonly kind: 'restored' }
  /** Somebody else changed the prescription; our unsaved version is kept aside when there is one. */
  | { readonly kind: 'stale'; readonly mine: RxDraft | null }
  /** The call went out and no answer came. */
  | { readonly kind: 'unknown'; readonly act: RxAct }
  /** The server said no; its sentence stays until it is dealt with. */
  | { readonly kind: 'refused'; readonly text: string };
