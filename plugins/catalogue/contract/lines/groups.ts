import { INJECTION_USAGES } from './frequencies.ts';

/** The part of a line that injection groups look at. */
export interface GroupLine {
  readonly kind: string;
  readonly isGroup: number;
  readonly drugUsage: string;
  readonly drugInterval: string;
  readonly drugDays: number;
}

/** Fields that all members of a group share. */
export const SHARED_FIELDS = ['drugUsage', 'drugInterval', 'drugDays'] as const;

/**
 * Puts groups in order: members stand together behind their first member, follow its route, frequency and days, groups are numbered 1, 2 …
 * from the top, and a group of one is none. Taking the first member away makes the next one the leader.
 */
export function normaliseGroups<L extends GroupLine>(lines: readonly L[]): L[] {
  const members = new Map<number, L[]>();
  for (const line of lines) {
    if (line.isGroup > 0) members.set(line.isGroup, [...(members.get(line.isGroup) ?? []), line]);
  }
  const placed = new Set<number>();
  const result: L[] = [];
  let next = 1;
  for (const line of lines) {
    const group = line.isGroup > 0 ? (members.get(line.isGroup) ?? []) : [];
    if (group.length < 2) {
      result.push(line.isGroup === 0 ? line : { ...line, isGroup: 0 });
      continue;
    }
    if (placed.has(line.isGroup)) continue;
    placed.add(line.isGroup);
    const number = next;
    next += 1;
    for (const member of group) {
      result.push({ ...member, isGroup: number, drugUsage: line.drugUsage, drugInterval: line.drugInterval, drugDays: line.drugDays });
    }
  }
  return result;
}

/** True for the solvent: the first line of its group. */
export const isGroupLeader = (lines: readonly GroupLine[], index: number): boolean => {
  const line = lines[index];
  return line !== undefined && line.isGroup > 0 && lines.findIndex((other) => other.isGroup === line.isGroup) === index;
};

export type GroupMark = '' | '┏' | '┃' | '┗';

/** Bracket in front of a line, also on paper. */
export function groupMark(lines: readonly GroupLine[], index: number): GroupMark {
  const group = lines[index]?.isGroup ?? 0;
  if (group === 0) return '';
  const first = lines[index - 1]?.isGroup !== group;
  const last = lines[index + 1]?.isGroup !== group;
  if (first) return last ? '' : '┏';
  return last ? '┗' : '┃';
}

/** Only drugs given by the same injection route may share a group. */
export const mayGroup = (line: GroupLine): boolean => line.kind === 'drug' && INJECTION_USAGES.includes(line.drugUsage);

/** Makes the lines at `indexes` one group; all follow the first of them. */
export function joinGroup<L extends GroupLine>(lines: readonly L[], indexes: readonly number[]): L[] {
  const number = Math.max(0, ...lines.map((line) => line.isGroup)) + 1;
  return normaliseGroups(lines.map((line, index) => (indexes.includes(index) ? { ...line, isGroup: number } : line)));
}

/** Breaks up the group that the line at `index` belongs to. */
export function leaveGroup<L extends GroupLine>(lines: readonly L[], index: number): L[] {
  const group = lines[index]?.isGroup ?? 0;
  return group === 0 ? [...lines] : normaliseGroups(lines.map((line) => (line.isGroup === group ? { ...line, isGroup: 0 } : line)));
}
