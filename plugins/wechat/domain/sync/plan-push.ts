import type { PushConflict, SyncSource } from '../../contract/sync/sync-limits.ts';
import {
  type DepartmentFacts,
  type Directory,
  type HereDepartment,
  type HerePerson,
  idInCode,
  isThere,
  type PersonFacts,
  type PlannedItem,
  prefixOf,
  type WorkDepartment,
  type WorkMember,
} from './plan-sync.ts';

/** The highest department of both services. */
export const TOP_THERE = 1;

interface PushDirectories extends Directory {
  readonly source: SyncSource;
  readonly orgId: string;
  /** Of the organisation. */
  readonly hereDepartments: readonly HereDepartment[];
  /** Of the whole installation. */
  readonly herePeople: readonly HerePerson[];
  /** Departments here that have a counterpart there, by an earlier sync from here. */
  readonly links: ReadonlyMap<string, string>;
}

/** In use, parents before their children; one below what is out of use counts as directly below the organisation. */
function fromTheTop(departments: readonly HereDepartment[]): readonly (HereDepartment & { readonly place: string })[] {
  const left = new Map(departments.filter(({ enabled }) => enabled).map((one) => [one.id, one]));
  const known = new Set<string>();
  const ordered: (HereDepartment & { readonly place: string })[] = [];
  const take = (one: HereDepartment, place: string) => {
    ordered.push({ ...one, place });
    known.add(one.id);
    left.delete(one.id);
  };
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const one of [...left.values()]) {
      const parent = one.parentId !== null && (left.has(one.parentId) || known.has(one.parentId)) ? one.parentId : '';
      if (parent === '' || known.has(parent)) take(one, parent);
    }
  }
  for (const one of [...left.values()]) take(one, '');
  return ordered;
}

/** Which department there is which here. */
class Counterparts {
  readonly #there: ReadonlyMap<string, WorkDepartment>;
  readonly #toThere = new Map<string, string>();
  readonly #toHere = new Map<string, string>();
  /** Brought here by the other direction: those are theirs to change. */
  readonly theirs: ReadonlySet<string>;

  constructor({ source, departments, hereDepartments, links }: PushDirectories) {
    this.#there = new Map(departments.map((one) => [String(one.id), one]));
    const theirs = new Set<string>();
    for (const { id, enCode } of hereDepartments) {
      const byCode = idInCode(enCode, prefixOf(source));
      const key = byCode ?? links.get(id);
      if (key === undefined || !this.#there.has(key)) continue;
      if (byCode !== undefined) theirs.add(id);
      this.join(id, key);
    }
    this.theirs = theirs;
  }

  join(here: string, there: string): void {
    this.#toThere.set(here, there);
    this.#toHere.set(there, here);
  }

  of(here: string): WorkDepartment | undefined {
    return this.#there.get(this.#toThere.get(here) ?? '');
  }

  /** `''` the organisation; undefined: a department that is nobody's counterpart, or that the app may not see. */
  hereOf(there: number): string | undefined {
    return there === TOP_THERE ? '' : this.#toHere.get(String(there));
  }

  /** One of that name below that place, which is nobody's counterpart yet. */
  sameName(name: string, place: string): WorkDepartment | undefined {
    const parent = place === '' ? TOP_THERE : this.of(place)?.id;
    return [...this.#there.values()].find((one) => one.id !== TOP_THERE && one.parentid === parent && one.name === name && !this.#toHere.has(String(one.id)));
  }
}

function departmentItem(one: HereDepartment & { readonly place: string }, under: string, counterparts: Counterparts): PlannedItem | undefined {
  const after: DepartmentFacts = { fullName: one.fullName, parent: one.place, enabled: true, ...(under !== '' && { under }) };
  const line = { subject: 'department', name: one.fullName, localId: one.id, conflict: '', after } as const;
  const there = counterparts.of(one.id);
  if (!there) {
    const same = counterparts.sameName(one.fullName, one.place);
    if (!same) return { ...line, act: 'add', key: '', before: null };
    counterparts.join(one.id, String(same.id));
    return {
      ...line,
      act: 'change',
      key: String(same.id),
      before: { fullName: same.name, parent: one.place, enabled: true },
      after: { ...after, binds: true },
    };
  }
  if (counterparts.theirs.has(one.id)) return undefined;
  // An app without the right to names is told the id; somebody who put it below a department that is none of ours had a reason.
  const fullName = there.name === String(there.id) ? one.fullName : there.name;
  const before: DepartmentFacts = { fullName, parent: counterparts.hereOf(there.parentid) ?? one.place, enabled: true };
  if (before.fullName === after.fullName && before.parent === after.parent) return undefined;
  return { ...line, act: 'change', key: String(there.id), before };
}

interface Members {
  readonly byId: ReadonlyMap<string, WorkMember>;
  readonly mobiles: ReadonlySet<string>;
}

const conflictOf = ({ mobile, account }: HerePerson, { byId, mobiles }: Members): PushConflict | '' =>
  mobile === '' ? 'no-mobile' : mobiles.has(mobile) ? 'mobile-there' : byId.has(account.toLowerCase()) ? 'account-there' : '';

/** Where a member stands: of one in several departments, or in one that is none of ours, it is theirs to say (null). */
function placeThere({ departments }: WorkMember, counterparts: Counterparts): string | null {
  const [only, ...more] = departments;
  return only === undefined || more.length > 0 ? null : (counterparts.hereOf(only) ?? null);
}

function personItem(
  source: SyncSource,
  here: HerePerson,
  place: { readonly id: string; readonly under: string },
  members: Members,
  counterparts: Counterparts,
): PlannedItem | undefined {
  const { account, realName, mobile } = here;
  const after: PersonFacts = { account, realName, mobile, place: place.id, enabled: true, ...(place.under !== '' && { under: place.under }) };
  const line = { subject: 'person', name: realName, localId: here.id } as const;
  if (here.workUserId === '') {
    if (!here.enabled) return undefined;
    const conflict = conflictOf(here, members);
    return { ...line, act: conflict === '' ? 'add' : 'conflict', key: account, conflict, before: null, after };
  }
  const member = members.byId.get(here.workUserId.toLowerCase());
  if (!member || !isThere(member)) return undefined;
  const standing = placeThere(member, counterparts);
  const told = member.name.trim() === '' || member.name === member.userid ? realName : member.name.trim();
  const before: PersonFacts = { account, realName: told, mobile, place: standing, enabled: true };
  const key = member.userid;
  if (!here.enabled) {
    const conflict = source === 'ding' ? 'no-disable' : '';
    return { ...line, act: conflict === '' ? 'disable' : 'conflict', key, conflict, before, after: { ...before, enabled: false } };
  }
  const then: PersonFacts = { ...after, place: standing === null ? null : place.id };
  if (told === realName && before.place === then.place) return undefined;
  return { ...line, act: 'change', key, conflict: '', before, after: then };
}

/**
 * What would have to be done so that the work account or DingTalk follows an organisation, in the order in which it can be: departments from the top, people, then who goes out of use.
 * Whoever and whatever there has no counterpart here is no business of it, and what came from there is theirs to change. Nothing is deleted.
 */
export function planPush(directories: PushDirectories): readonly PlannedItem[] {
  const { source, orgId, members, hereDepartments, herePeople } = directories;
  const counterparts = new Counterparts(directories);
  const ordered = fromTheTop(hereDepartments);
  const names = new Map(ordered.map(({ id, fullName }) => [id, fullName]));
  const underOf = (id: string): string => names.get(id) ?? '';
  const departments = ordered.flatMap((one) => departmentItem(one, underOf(one.place), counterparts) ?? []);
  const found: Members = {
    byId: new Map(members.map((one) => [one.userid.toLowerCase(), one])),
    mobiles: new Set(members.map(({ mobile }) => mobile).filter(Boolean)),
  };
  const people = herePeople
    .filter((one) => one.orgId === orgId)
    .flatMap((one) => {
      const id = one.departmentId !== null && names.has(one.departmentId) ? one.departmentId : '';
      return personItem(source, one, { id, under: underOf(id) }, found, counterparts) ?? [];
    });
  const isLast = ({ act, conflict }: PlannedItem): boolean => act === 'disable' || conflict === 'no-disable';
  return [...departments, ...people.filter((one) => !isLast(one)), ...people.filter(isLast)];
}
