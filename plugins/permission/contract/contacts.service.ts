import { defineService, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';

/** Somebody whom one writes to, or who has written. */
export interface Contact {
  readonly id: UserId;
  readonly account: string;
  readonly realName: string;
  readonly headIcon: string;
  /** The account is in use. */
  readonly open: boolean;
  /** Among those whom the caller may write to: in use, working in one of the caller's organisations, and not the caller. */
  readonly reachable: boolean;
}

/** People by id for plugins that bring them together. Names are told of whoever is asked for: ask for ids that the caller has met. */
export interface Contacts {
  /** Ids that are nobody's are left out; of people who were deleted the name is left. */
  look(caller: { readonly userId: UserId; readonly orgIds: readonly OrgId[] }, ids: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
  /**
   * Whom the caller may write to, or is, of these departments and those below them, each once, by id.
   * @param max so many at most: ask for one more than you take
   */
  inDepartments(
    caller: { readonly userId: UserId; readonly orgIds: readonly OrgId[] },
    departmentIds: readonly string[],
    max: number,
  ): Promise<readonly Contact[]>;
}

export const contacts = defineService<Contacts>('permission.contacts@1');
