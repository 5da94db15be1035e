import { defineService, type Page, type PageRequest, type UserId } from '../../contract/index.ts';
import type { RequestContext } from '../context.ts';

/** Somebody with an account here, and whom they are in the work messaging service of the installation (WeChat work account). */
export interface WorkPerson {
  readonly id: UserId;
  readonly account: string;
  readonly realName: string;
  /** Empty: none is known. */
  readonly mobile: string;
  /** The account is in use and not locked by hand. */
  readonly open: boolean;
  /** Id of the member there; empty: bound to nobody. */
  readonly workUserId: string;
}

/** What decides whom a caller may see and change. */
export type WorkAccountCaller = Pick<RequestContext<never>, 'user' | 'dataScope' | 'log' | 'language'>;

/**
 * Which member of the work messaging service is which account. One rule for the page of users and for whatever speaks with that service: an id belongs
 * to one account alone, and whoever changes it must look after the person. Offered by the plugin `permission`.
 */
export interface WorkAccounts {
  /** People whom the caller may see in the administration of users. `bound`: with an id, without, or both. */
  page(caller: WorkAccountCaller, query: PageRequest & { readonly keyword?: string; readonly bound?: 'yes' | 'no' | '' }): Promise<Page<WorkPerson>>;
  /**
   * Binds an account to a member; an empty id unbinds. Within the running transaction; the caller writes the audit entry.
   * @returns the id that stood there before, and the person's name
   * @throws AppError `permission.user-wechat` (malformed), `permission.user-wechat-taken` (another account has it), `permission.not-delegated`,
   *   `permission.user-admin-only`, `core.not-found`
   */
  bind(caller: WorkAccountCaller, id: string, workUserId: string): Promise<{ readonly before: string; readonly realName: string }>;
  /** Accounts that are bound to a member, those out of use, too. For signing in: no person reads the answer. */
  withWorkUserId(workUserId: string): Promise<readonly UserId[]>;
  /** Ids of those of these people who are in use and bound. For sending: no person reads the answer. */
  workUserIds(people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
}

export const workAccounts = defineService<WorkAccounts>('permission.work-accounts@1');
