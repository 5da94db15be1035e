import type { StaffNodeType, StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { STAFF_ICONS } from './staff-icons.ts';

/** A row that becomes an entry of a tree. */
export interface StaffEntry {
  readonly id: string;
  readonly parentId: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly type: StaffNodeType;
  readonly sortCode: number;
  readonly enabled: boolean;
  readonly icon?: string;
}

/** Parent of the entries at the top, as the wire writes it. */
export const TOP = '-1';

interface GrowOptions {
  /** Levels in the answer; what is deeper comes closed. Default: all. */
  readonly depth?: number;
  /** The entry whose children are at the top. Default: entries whose parent is not among them. */
  readonly below?: string;
}

/** Flat rows, in the order in which brothers stand, to a tree. Rows that only reach themselves (a loop) are left out. */
export function growTree(entries: readonly StaffEntry[], { depth = Number.POSITIVE_INFINITY, below }: GrowOptions = {}): StaffTreeNode[] {
  const known = new Set(entries.map((entry) => entry.id));
  const children = new Map<string, StaffEntry[]>();
  const roots: StaffEntry[] = [];
  for (const entry of entries) {
    if (below === undefined ? !known.has(entry.parentId) : entry.parentId === below) roots.push(entry);
    else children.get(entry.parentId)?.push(entry) ?? children.set(entry.parentId, [entry]);
  }
  const grow = (entry: StaffEntry, parentId: string, levels: number): StaffTreeNode => {
    const under = children.get(entry.id) ?? [];
    return {
      id: entry.id,
      parentId,
      fullName: entry.fullName,
      enCode: entry.enCode,
      type: entry.type,
      icon: entry.icon ?? STAFF_ICONS[entry.type],
      sortCode: entry.sortCode,
      enabledMark: entry.enabled ? 1 : 0,
      hasChildren: under.length > 0,
      isLeaf: under.length === 0,
      num: under.length,
      children: under.length === 0 || levels <= 1 ? null : under.map((child) => grow(child, entry.id, levels - 1)),
    };
  };
  return roots.map((root) => grow(root, below ?? TOP, depth));
}

/** Only the entries that `wanted` names and those above them. */
export function waysTo(entries: readonly StaffEntry[], wanted: (entry: StaffEntry) => boolean): StaffEntry[] {
  const parentOf = new Map(entries.map((entry) => [entry.id, entry.parentId]));
  const kept = new Set<string>();
  for (const entry of entries) {
    if (!wanted(entry)) continue;
    for (let id: string | undefined = entry.id; id !== undefined && !kept.has(id); id = parentOf.get(id)) kept.add(id);
  }
  return entries.filter((entry) => kept.has(entry.id));
}
