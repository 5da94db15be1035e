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

/** Without the member's consent the service tells the id in place of the name. */
const toldName = ({ name, userid }: WorkMember): string | undefined => (name.trim() === '' || name === userid ? undefined : name.trim());

/** What the work account says otherwise of somebody bound to a member; an account that somebody put out of use stays so. */
function changed(here: HerePerson, before: PersonFacts, member: WorkMember, place: string): PlannedItem[] {
  const after = { ...before, realName: toldName(member) ?? before.realName, place: before.place === null ? null : place };
  const isSame = before.realName === after.realName && before.place === after.place;
  if (!before.enabled || isSame) return [];
  return [{ ...{ subject: 'person', act: 'change', key: member.userid, name: here.realName, localId: here.id, conflict: '' }, before, after }];
}

const becomes = (member: WorkMember, unbound: HerePerson, before: PersonFacts): PlannedItem => ({
  ...{ subject: 'person', act: 'change', key: member.userid, name: unbound.realName, localId: unbound.id, conflict: '', before },
  after: { ...before, binds: true },
});

/** Names of accounts and mobile numbers, each of which somebody has; those of people who are to be added come to them. */
interface Taken {
  readonly accounts: Set<string>;
  readonly mobiles: Set<string>;
}

/** Why a member cannot have an account of that name and number. */
function conflictOf({ account, mobile }: PersonFacts, { accounts, mobiles }: Taken): SyncConflict | '' {
  if (!/^[a-z0-9][a-z0-9._-]{0,49}$/.test(account)) return 'no-account';
  if (accounts.has(account)) return 'account-taken';
  return mobile !== '' && mobiles.has(mobile) ? 'mobile-taken' : '';
}

function added(member: WorkMember, place: string, taken: Taken): PlannedItem {
  const after: PersonFacts = {
    ...{ account: member.userid.toLowerCase(), realName: toldName(member) ?? member.userid, mobile: member.mobile, place, enabled: true },
  };
  const conflict = conflictOf(after, taken);
  if (conflict === '') {
    taken.accounts.add(after.account);
    if (after.mobile !== '') taken.mobiles.add(after.mobile);
  }
  return { subject: 'person', act: conflict === '' ? 'add' : 'conflict', key: member.userid, name: after.realName, localId: '', conflict, before: null, after };
}

/** Members by their ids as they are compared; of those whom the service tells twice the first. */
function onceEach(members: readonly WorkMember[]): ReadonlyMap<string, WorkMember> {
  const once = new Map<string, WorkMember>();
  for (const member of members) {
    const key = member.userid.toLowerCase();
    if (!once.has(key)) once.set(key, member);
  }
  return once;
}

/** Facts of people here. Only a place that the sync made, or the organisation itself, is one that it may change. */
function factsIn({ orgId, hereDepartments, prefix }: Directories): (one: HerePerson) => PersonFacts {
  const codes = new Map(hereDepartments.map(({ id, enCode }) => [id, enCode]));
  const placeOfPerson = (one: HerePerson): string | null => {
    if (one.orgId !== orgId) return null;
    return one.departmentId === null ? '' : (idInCode(codes.get(one.departmentId) ?? '', prefix) ?? null);
  };
  return (one) => ({ account: one.account, realName: one.realName, mobile: one.mobile, place: placeOfPerson(one), enabled: one.enabled });
}

function personItems(directories: Directories, placeOf: (id: number) => string): { readonly first: PlannedItem[]; readonly last: PlannedItem[] } {
  const { orgId, herePeople, byMobile } = directories;
  const factsOf = factsIn(directories);
  const bound = new Map(herePeople.filter(({ workUserId }) => workUserId !== '').map((one) => [one.workUserId.toLowerCase(), one]));
  const taken: Taken = {
    accounts: new Set(herePeople.map(({ account }) => account.toLowerCase())),
    mobiles: new Set(herePeople.flatMap(({ mobile }) => (mobile === '' ? [] : [mobile]))),
  };
  const goes = (here: HerePerson, key: string): PlannedItem[] => (here.enabled && here.orgId === orgId ? [leaving(here, factsOf(here), key)] : []);
  const first: PlannedItem[] = [];
  const last: PlannedItem[] = [];
  const claimed = new Set<string>();
  const members = onceEach(directories.members);
  for (const [key, member] of members) {
    const here = bound.get(key);
    const place = placeOf(member.departments[0] ?? 0);
    if (!isThere(member)) {
      if (here) last.push(...goes(here, member.userid));
    } else if (here) first.push(...changed(here, factsOf(here), member, place));
    else {
      const unbound = byMobile ? ownerOf(member.mobile, herePeople, claimed) : undefined;
      if (unbound) claimed.add(unbound.id);
      first.push(unbound ? becomes(member, unbound, factsOf(unbound)) : added(member, place, taken));
    }
  }
  for (const here of bound.values()) if (!members.has(here.workUserId.toLowerCase())) last.push(...goes(here, here.workUserId));
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
