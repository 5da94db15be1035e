import type { StaffChange } from '@nephra/plugin-sdk/server';
import type { DepartmentFacts, PersonFacts } from '../../domain/sync/plan-sync.ts';
import type { SyncItemStored } from '../tables/sync.table.ts';

/** Where departments of the work account are here: id there to id here. */
export type PlacesHere = ReadonlyMap<string, string>;

const isDepartment = (facts: DepartmentFacts | PersonFacts): facts is DepartmentFacts => 'parent' in facts;

/** A place that was to be made, and was refused: whoever belongs there comes under the organisation. */
const placeHere = (places: PlacesHere, id: string): string | null => (id === '' ? null : (places.get(id) ?? null));

/** What an item does. Undefined for one that does nothing. */
export function changeOf(
  orgId: string,
  { act, itemKey, localId, facts: { before, after } }: SyncItemStored,
  places: PlacesHere,
  code: string,
): StaffChange | undefined {
  if (act === 'conflict') return undefined;
  if (isDepartment(after)) {
    const parentId = placeHere(places, after.parent);
    if (act === 'add') return { kind: 'add-department', orgId, parentId, fullName: after.fullName, enCode: code };
    if (act === 'disable') return { kind: 'change-department', orgId, id: localId, enabled: false };
    const was = before as DepartmentFacts;
    return {
      ...{ kind: 'change-department', orgId, id: localId, fullName: after.fullName, enabled: true },
      ...(was.parent !== after.parent && { parentId }),
    };
  }
  const departmentId = after.place === null ? null : placeHere(places, after.place);
  if (act === 'add')
    return { kind: 'add-person', orgId, departmentId, account: after.account, realName: after.realName, mobile: after.mobile, workUserId: itemKey };
  if (act === 'disable') return { kind: 'change-person', id: localId, enabled: false };
  const was = before as PersonFacts;
  return {
    ...{ kind: 'change-person', id: localId },
    ...(was.realName !== after.realName && { realName: after.realName }),
    ...(was.place !== after.place && { departmentId }),
  };
}

/** What takes it back: what was added goes out of use, everything else is as before. */
export function undoOf(orgId: string, { act, localId, facts: { before, after, placeBefore } }: SyncItemStored): StaffChange | undefined {
  if (act === 'conflict' || localId === '') return undefined;
  if (isDepartment(after)) {
    const change = { kind: 'change-department', orgId, id: localId } as const;
    if (act === 'add') return { ...change, enabled: false };
    const was = before as DepartmentFacts;
    if (act === 'disable') return { ...change, enabled: true };
    return { ...change, fullName: was.fullName, enabled: was.enabled, ...(was.parent !== after.parent && { parentId: placeBefore }) };
  }
  const change = { kind: 'change-person', id: localId } as const;
  if (act === 'add') return { ...change, enabled: false };
  if (act === 'disable') return { ...change, enabled: true };
  const was = before as PersonFacts;
  return { ...change, ...(was.realName !== after.realName && { realName: was.realName }), ...(was.place !== after.place && { departmentId: placeBefore }) };
}

/** Whether it still stands as the run left it: what somebody changed since is theirs. */
export function standsAsLeft(
  { act, facts: { after } }: Pick<SyncItemStored, 'act' | 'facts'>,
  now: { readonly name: string; readonly enabled: boolean } | undefined,
): boolean {
  if (!now) return false;
  if (act === 'disable') return !now.enabled;
  return now.enabled && now.name === (isDepartment(after) ? after.fullName : after.realName);
}
