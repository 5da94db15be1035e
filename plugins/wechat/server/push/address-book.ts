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

/** What is written there of a member; what is left out stays. */
export interface MemberChange {
  readonly name?: string;
  /** The only one from then on. */
  readonly department?: string;
}

/**
 * The address book of another service, as a sync from here writes it. Everything may be asked for twice: what is there already counts as made. Outside of any transaction.
 * All throw `WechatError`.
 */
export interface AddressBook {
  department(id: string): Promise<DepartmentThere | undefined>;
  /** @returns its id; one of that name below that department is taken for it */
  addDepartment(name: string, parent: string): Promise<string>;
  changeDepartment(id: string, change: { readonly name?: string; readonly parent?: string }): Promise<void>;
  /** @returns false: somebody or something is in it. Gone already is removed. */
  removeDepartment(id: string): Promise<boolean>;
  member(id: string): Promise<MemberThere | undefined>;
  addMember(member: { readonly id: string; readonly name: string; readonly mobile: string; readonly department: string }): Promise<void>;
  changeMember(id: string, change: MemberChange): Promise<void>;
  /** Undefined where the service knows no such state. */
  readonly setMemberOn?: (id: string, on: boolean) => Promise<void>;
  removeMember(id: string): Promise<void>;
}

export const textOr = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '');
export const idsOr = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOr).filter(Boolean) : []);
export const rowsOr = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null) : [];
