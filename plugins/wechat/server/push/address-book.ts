import { ID_TAKEN, NAME_TAKEN, NO_DEPARTMENT, NO_MEMBER, NOT_EMPTY, unlessRefused } from './book-refusals.ts';

/** A department over there, as it stands. */
export interface DepartmentThere {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
}
/** A member over there, as far as it is told. */
export interface MemberThere {
  /** Empty: it is not told. */
  readonly name: string;
  readonly departments: readonly string[];
  /** In use, whether or not they ever signed in. */
  readonly on: boolean;
  /** Signed in at least once. */
  readonly active: boolean;
}

export interface NewMember {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly department: string;
}
/** What is written there of a member; what is left out stays. `department`: the only one from then on. */
export type MemberChange = Partial<Pick<NewMember, 'name' | 'department'>>;
/** The same of a department. */
export type DepartmentChange = Partial<Pick<DepartmentThere, 'name' | 'parent'>>;

/** The calls of one service, plain. What is there already is answered by a code of its own, so that a lost answer may be asked for again. All throw `WechatError`. */
export interface BookCalls {
  department(id: string): Promise<DepartmentThere>;
  /** Those directly below it. */
  below(parent: string): Promise<readonly DepartmentThere[]>;
  createDepartment(name: string, parent: string): Promise<string>;
  changeDepartment(id: string, change: DepartmentChange): Promise<unknown>;
  deleteDepartment(id: string): Promise<unknown>;
  member(id: string): Promise<MemberThere>;
  createMember(member: NewMember): Promise<unknown>;
  changeMember(id: string, change: MemberChange): Promise<unknown>;
  /** Left out where the service knows no such state. */
  readonly setMemberOn?: (id: string, on: boolean) => Promise<unknown>;
  deleteMember(id: string): Promise<unknown>;
}

/** The address book of another service, as a sync from here writes it: everything may be asked for twice. Outside of any transaction. All throw `WechatError`. */
export type AddressBook = ReturnType<typeof bookOf>;

const nothing = () => undefined;

export const bookOf = (calls: BookCalls) => {
  const member = (id: string): Promise<MemberThere | undefined> => unlessRefused(NO_MEMBER, () => calls.member(id), nothing);
  return {
    member,
    department: (id: string): Promise<DepartmentThere | undefined> => unlessRefused(NO_DEPARTMENT, () => calls.department(id), nothing),
    /** @returns its id; one of that name below that department is taken for it */
    addDepartment: (name: string, parent: string): Promise<string> =>
      unlessRefused(
        NAME_TAKEN,
        () => calls.createDepartment(name, parent),
        async (refusal) => {
          const same = (await calls.below(parent)).find((one) => one.name === name && one.parent === parent);
          if (!same) throw refusal;
          return same.id;
        },
      ),
    changeDepartment: calls.changeDepartment,
    /** @returns false: somebody or something is in it. Gone already is removed. */
    removeDepartment: async (id: string): Promise<boolean> => {
      const remove = () => unlessRefused(NO_DEPARTMENT, () => calls.deleteDepartment(id), nothing);
      return (await unlessRefused(NOT_EMPTY, remove, () => false)) !== false;
    },
    addMember: async (added: NewMember): Promise<void> => {
      await unlessRefused(
        ID_TAKEN,
        () => calls.createMember(added),
        async (refusal) => {
          const there = await member(added.id);
          if (!there || (there.name !== '' && there.name !== added.name)) throw refusal;
        },
      );
    },
    changeMember: calls.changeMember,
    /** Undefined where the service knows no such state. */
    setMemberOn: calls.setMemberOn,
    removeMember: (id: string): Promise<unknown> => unlessRefused(NO_MEMBER, () => calls.deleteMember(id), nothing),
  };
};

/** Ids come as numbers, names as texts. */
export const textOr = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '');
export const idsOr = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOr).filter(Boolean) : []);
