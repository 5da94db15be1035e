import type { StaffNodeType } from '@nephra/plugin-sdk/contract';
import type { TreeNode } from '../tree/tree-rows.ts';
import type { TreeStoreOptions } from '../tree/tree-store.ts';

/** An entry of a picker's tree. */
export interface ChoiceNode extends TreeNode {
  readonly type?: StaffNodeType;
  readonly enCode?: string;
  /** 0 = out of service: shown grey, cannot be chosen. */
  readonly enabledMark?: number;
  /** What it is called once it is chosen, where its name alone does not tell it apart: `广东省/广州市/荔湾区`. */
  readonly path?: string;
  /** Where a hit of a search stands. */
  readonly organize?: string;
}

/** What is chosen (spec 3, selected user: id, fullName). */
export interface Picked {
  readonly id: string;
  readonly fullName: string;
}

/** Name of a value. */
export interface ChoiceName extends Picked {
  readonly enabledMark: number;
}

/** Where a picker takes its entries from. */
export interface ChoiceSource {
  /** Tells caches apart. */
  readonly key: string;
  readonly tree: TreeStoreOptions<ChoiceNode>;
  /** Names of values; ids that nobody knows are left out. */
  readonly names: (ids: readonly string[]) => Promise<readonly ChoiceName[]>;
  /** Kinds that can be chosen; the others only lead there. Default: all. */
  readonly kinds?: readonly StaffNodeType[];
  /** Entries that can be chosen, of those that `kinds` leaves. Default: all. */
  readonly offers?: (node: ChoiceNode) => boolean;
  /** Entries that a search answers at most, so that a longer list can be told from a whole one. */
  readonly mostFound?: number;
}

/** Values of a field that holds one entry, or several. */
export type ChoiceValue =
  | { readonly multiple?: false; readonly value: string | null; readonly onChange: (value: string | null, picked: readonly Picked[]) => void }
  | { readonly multiple: true; readonly value: readonly string[]; readonly onChange: (value: readonly string[], picked: readonly Picked[]) => void };

/** What every field of a picker takes besides its value. */
export interface ChoiceFieldBase {
  /** Name for screen readers where no label element points at the field. */
  readonly label?: string;
  /** Title of the dialog, and what is asked for. */
  readonly title?: string;
  readonly id?: string;
  readonly placeholder?: string;
  /** A label inside the closed field, where none stands beside it. */
  readonly inset?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Keeps one from emptying the field. */
  readonly required?: boolean;
  /** Names that the page knows already, so that they need not be asked for. */
  readonly names?: readonly Picked[];
  readonly describedBy?: string;
  readonly onBlur?: () => void;
}

export type ChoiceFieldProps = ChoiceFieldBase & ChoiceValue;

/** Option of tree selects: only entries without anything below them can be chosen (spec 5). */
export interface LeavesOnly {
  readonly leavesOnly?: boolean;
}

/** Option of organisation and department fields: entries of the page's own in place of the whole tree, e.g. where a record may hang. */
export interface OwnTree {
  readonly tree?: TreeStoreOptions<ChoiceNode>;
}

/** The same kind of entries, taken from the page's own tree if there is one. It answers as much as it likes. */
export const withTree = (source: ChoiceSource, tree: OwnTree['tree']): ChoiceSource => (tree ? { ...source, tree, mostFound: undefined } : source);

/** The entry can be chosen: of a kind that is wanted, and in service. */
export const canBeChosen =
  (source: Pick<ChoiceSource, 'kinds' | 'offers'>) =>
  (node: ChoiceNode): boolean =>
    node.enabledMark !== 0 && (source.offers?.(node) ?? true) && (source.kinds === undefined || (node.type !== undefined && source.kinds.includes(node.type)));

/** Ids of a field's value. */
export const idsOfValue = (value: ChoiceValue): readonly string[] =>
  value.multiple ? value.value : value.value === null || value.value === '' ? [] : [value.value];

/** Hands a choice to the field's owner in the shape it keeps. */
export function emitChoice(value: ChoiceValue, picked: readonly Picked[]): void {
  if (value.multiple)
    value.onChange(
      picked.map(({ id }) => id),
      picked,
    );
  else value.onChange(picked[0]?.id ?? null, picked);
}
