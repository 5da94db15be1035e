import type { PushConflict, SyncAct, SyncConflict, SyncSource, SyncSubject } from '../../contract/sync/sync-limits.ts';

/** A department of the work account. */
export interface WorkDepartment {
  readonly id: number;
  readonly name: string;
  readonly parentid: number;
}

/** A member; since 2022 the service tells fewer facts, so name and mobile may be missing. */
export interface WorkMember {
  readonly userid: string;
  readonly name: string;
  readonly mobile: string;
  /** 1 active, 2 disabled there, 4 not yet activated, 5 left. */
  readonly status: number;
  /** The main one first. */
  readonly departments: readonly number[];
}

/** Another directory, as far as it shows itself. */
export interface Directory {
  readonly departments: readonly WorkDepartment[];
  readonly members: readonly WorkMember[];
}

export interface HereDepartment {
  readonly id: string;
  readonly parentId: string | null;
  readonly fullName: string;
  readonly enCode: string;
  readonly enabled: boolean;
}

export interface HerePerson {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly mobile: string;
  readonly orgId: string;
  readonly departmentId: string | null;
  readonly enabled: boolean;
  readonly isAdministrator: boolean;
  readonly workUserId: string;
}

/**
 * As somebody is, or will be. Places are ids of the side that is followed (`''`: the organisation itself), because a department may not be on the other one yet: ids over there of
 * what comes here, ids here of what goes there.
 */
export interface DepartmentFacts {
  readonly fullName: string;
  readonly parent: string;
  readonly enabled: boolean;
  /** Of what goes there: name of that place, for reading. */
  readonly under?: string;
  /** Of what goes there: one of that name is there already, and becomes its counterpart. */
  readonly binds?: true;
}
export interface PersonFacts {
  readonly account: string;
  readonly realName: string;
  readonly mobile: string;
  /** Id over there; null: wherever they are, it is no business of the sync. */
  readonly place: string | null;
  readonly enabled: boolean;
  readonly under?: string;
  /** All that happens is that somebody known by their mobile number becomes that member. */
  readonly binds?: true;
}

export interface PlannedItem {
  readonly subject: SyncSubject;
  readonly act: SyncAct;
  readonly key: string;
  readonly name: string;
  /** Id here; empty: it is to be added. */
  readonly localId: string;
  /** Null: it was not here. */
  readonly before: DepartmentFacts | PersonFacts | null;
  readonly after: DepartmentFacts | PersonFacts;
  readonly conflict: SyncConflict | PushConflict | '';
}

/** How codes of departments begin that came from another directory. */
export type CodePrefix = 'WX' | 'DD';
export const prefixOf = (source: SyncSource): CodePrefix => (source === 'ding' ? 'DD' : 'WX');
export const departmentCode = (id: number | string, prefix: CodePrefix = 'WX'): string => `${prefix}.${id}`;
/** Id over there of a department that came from there; undefined for any other. */
export const idInCode = (code: string, prefix: CodePrefix = 'WX'): string | undefined =>
  code.startsWith(`${prefix}.`) ? /^\d{1,12}$/.exec(code.slice(prefix.length + 1))?.[0] : undefined;
export const isThere = ({ status }: WorkMember): boolean => status === 1 || status === 4;

interface Directories extends Directory {
  /** WeCom's when absent. */
  readonly prefix?: CodePrefix;
  /** Somebody bound to nobody is known by a mobile number that is theirs alone. */
  readonly byMobile?: boolean;
  readonly orgId: string;
  /** Of the organisation. */
  readonly hereDepartments: readonly HereDepartment[];
  /** Of the whole installation. */
  readonly herePeople: readonly HerePerson[];
}

/** The highest department stands for the organisation; a parent that the app may not see counts as it. */
function placesOf(departments: readonly WorkDepartment[]): (id: number) => string {
  const ids = new Set(departments.map(({ id }) => id));
  const roots = new Set(departments.filter(({ id, parentid }) => id === 1 || (parentid === 0 && !ids.has(0))).map(({ id }) => id));
  return (id) => (ids.has(id) && !roots.has(id) ? String(id) : '');
}

/** Parents before their children; what hangs in a circle comes last, under the organisation. */
function fromTheTop(departments: readonly WorkDepartment[], placeOf: (id: number) => string): readonly (WorkDepartment & { readonly parent: string })[] {
  const left = new Map(departments.filter(({ id }) => placeOf(id) !== '').map((one) => [String(one.id), one]));
  const ordered: (WorkDepartment & { readonly parent: string })[] = [];
  const known = new Set(['']);
  for (let more = true; more; ) {
    more = false;
    for (const [id, one] of left) {
      const parent = placeOf(one.parentid);
      if (!known.has(parent)) continue;
      ordered.push({ ...one, parent });
      known.add(id);
      left.delete(id);
      more = true;
    }
  }
  return [...ordered, ...[...left.values()].map((one) => ({ ...one, parent: '' }))];
}

function departmentItems(
  { departments, hereDepartments, prefix }: Directories,
  placeOf: (id: number) => string,
): { readonly first: PlannedItem[]; readonly last: PlannedItem[] } {
  const byCode = new Map(hereDepartments.map((one) => [one.enCode, one]));
  const byId = new Map(hereDepartments.map((one) => [one.id, one]));
  const parentOf = ({ parentId }: HereDepartment): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    // Under a department of the house's own: a move would tear it from there, so it counts as where the sync would put it.
    return parent === undefined ? '' : (idInCode(parent.enCode, prefix) ?? '');
  };
  const first: PlannedItem[] = [];
  for (const { id, name, parent } of fromTheTop(departments, placeOf)) {
    const here = byCode.get(departmentCode(id, prefix));
    const own = here?.parentId != null && idInCode(byId.get(here.parentId)?.enCode ?? '', prefix) === undefined;
    const before = here && { fullName: here.fullName, parent: own ? parent : parentOf(here), enabled: here.enabled };
    const after = { fullName: name, parent, enabled: true };
    const common = { subject: 'department' as const, key: String(id), name, conflict: '' as const, after };
    if (!before) first.push({ ...common, act: 'add', localId: '', before: null });
    else if (before.fullName !== after.fullName || before.parent !== after.parent || !before.enabled)
      first.push({ ...common, act: 'change', localId: here.id, before });
  }
  const there = new Set(departments.map(({ id }) => departmentCode(id, prefix)));
  const last = hereDepartments
    .filter(({ enCode, enabled }) => enabled && idInCode(enCode, prefix) !== undefined && !there.has(enCode))
    .map((here): PlannedItem => {
      const before = { fullName: here.fullName, parent: parentOf(here), enabled: true };
      return {
        ...{ subject: 'department', act: 'disable', key: idInCode(here.enCode, prefix) ?? '', name: here.fullName, localId: here.id, conflict: '' },
        ...{ before, after: { ...before, enabled: false } },
      };
    });
  return { first, last };
}

/** The one person with an account in use and this mobile number, whom no member is yet. */
function ownerOf(mobile: string, people: readonly HerePerson[], claimed: ReadonlySet<string>): HerePerson | undefined {
  const owners = mobile === '' ? [] : people.filter((one) => one.mobile === mobile);
  const [owner] = owners;
  return owners.length === 1 && owner?.enabled && owner.workUserId === '' && !claimed.has(owner.id) ? owner : undefined;
}

function personItems(
  { orgId, members, hereDepartments, herePeople, prefix, byMobile }: Directories,
  placeOf: (id: number) => string,
): { readonly first: PlannedItem[]; readonly last: PlannedItem[] } {
  const codes = new Map(hereDepartments.map(({ id, enCode }) => [id, enCode]));
  const bound = new Map(herePeople.filter(({ workUserId }) => workUserId !== '').map((one) => [one.workUserId.toLowerCase(), one]));
  const accounts = new Set(herePeople.map(({ account }) => account.toLowerCase()));
  const mobiles = new Set(herePeople.flatMap(({ mobile }) => (mobile === '' ? [] : [mobile])));
  /** Only a place that the sync made, or the organisation itself, is one that it may change. */
  const placeOfPerson = (one: HerePerson): string | null => {
    if (one.orgId !== orgId) return null;
    return one.departmentId === null ? '' : (idInCode(codes.get(one.departmentId) ?? '', prefix) ?? null);
  };
  const factsOf = (one: HerePerson): PersonFacts => ({
    ...{ account: one.account, realName: one.realName, mobile: one.mobile, place: placeOfPerson(one), enabled: one.enabled },
  });
  const first: PlannedItem[] = [];
  const last: PlannedItem[] = [];
  const seen = new Set<string>();
  const claimed = new Set<string>();
  for (const member of members) {
    const key = member.userid.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    const here = bound.get(key);
    const place = placeOf(member.departments[0] ?? 0);
    // Without the member's consent the service tells the id in place of the name.
    const told = member.name.trim() === '' || member.name === member.userid ? undefined : member.name.trim();
    if (here) {
      if (!isThere(member)) {
        if (here.enabled && here.orgId === orgId) last.push(leaving(here, factsOf(here), member.userid));
        continue;
      }
      const before = factsOf(here);
      const after = { ...before, realName: told ?? before.realName, place: before.place === null ? null : place };
      if (before.enabled && (before.realName !== after.realName || before.place !== after.place))
        first.push({ ...{ subject: 'person', act: 'change', key: member.userid, name: here.realName, localId: here.id, conflict: '' }, before, after });
      continue;
    }
    if (!isThere(member)) continue;
    const unbound = byMobile ? ownerOf(member.mobile, herePeople, claimed) : undefined;
    if (unbound) {
      claimed.add(unbound.id);
      const before = factsOf(unbound);
      first.push({
        ...{ subject: 'person', act: 'change', key: member.userid, name: unbound.realName, localId: unbound.id, conflict: '', before },
        after: { ...before, binds: true },
      });
      continue;
    }
    const account = member.userid.toLowerCase();
    const after: PersonFacts = { account, realName: told ?? member.userid, mobile: member.mobile, place, enabled: true };
    const conflict: SyncConflict | '' = !/^[a-z0-9][a-z0-9._-]{0,49}$/.test(account)
      ? 'no-account'
      : accounts.has(account)
        ? 'account-taken'
        : member.mobile !== '' && mobiles.has(member.mobile)
          ? 'mobile-taken'
          : '';
    if (conflict === '') {
      accounts.add(account);
      if (member.mobile !== '') mobiles.add(member.mobile);
    }
    first.push({
      ...{ subject: 'person', act: conflict === '' ? 'add' : 'conflict', key: member.userid, name: after.realName, localId: '', conflict, before: null, after },
    });
  }
  for (const here of bound.values())
    if (here.enabled && here.orgId === orgId && !seen.has(here.workUserId.toLowerCase())) last.push(leaving(here, factsOf(here), here.workUserId));
  return { first, last };
}

/** Administrators of the system are never put out of use by another directory. */
const leaving = (here: HerePerson, before: PersonFacts, key: string): PlannedItem => ({
  ...{ subject: 'person', act: here.isAdministrator ? 'conflict' : 'disable', key, name: here.realName, localId: here.id },
  ...{ conflict: here.isAdministrator ? 'administrator' : '', before, after: { ...before, enabled: false } },
});

/**
 * What would have to be done so that an organisation follows the work account, in the order in which it can be: departments from the top, people, then what goes out of use, people before
 * departments. Nothing is deleted; who is bound to no member, and departments of the house's own, are no business of it; an account that somebody put out of use stays so.
 */
export function planSync(directories: Directories): readonly PlannedItem[] {
  const placeOf = placesOf(directories.departments);
  const departments = departmentItems(directories, placeOf);
  const people = personItems(directories, placeOf);
  return [...departments.first, ...people.first, ...people.last, ...departments.last];
}
