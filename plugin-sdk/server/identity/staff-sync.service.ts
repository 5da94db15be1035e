import { defineService, type UserId } from '../../contract/index.ts';

/** A department as another directory is compared with. */
export interface SyncedDepartment {
  readonly id: string;
  /** Null directly under the organisation. */
  readonly parentId: string | null;
  readonly fullName: string;
  readonly enCode: string;
  readonly enabled: boolean;
}

/** Somebody with an account, as another directory is compared with. */
export interface SyncedPerson {
  readonly id: UserId;
  readonly account: string;
  readonly realName: string;
  readonly mobile: string;
  /** Organisation and department of today. */
  readonly orgId: string;
  readonly departmentId: string | null;
  /** The account is in use. */
  readonly enabled: boolean;
  readonly isAdministrator: boolean;
  /** Member of the work messaging service; empty: none. */
  readonly workUserId: string;
}

/** One change of a sync. Members that are left out stay as they are; nothing is ever deleted. */
export type StaffChange =
  | { readonly kind: 'add-department'; readonly orgId: string; readonly parentId: string | null; readonly fullName: string; readonly enCode: string }
  | {
      readonly kind: 'change-department';
      readonly orgId: string;
      readonly id: string;
      readonly parentId?: string | null;
      readonly fullName?: string;
      readonly enabled?: boolean;
    }
  | {
      readonly kind: 'add-person';
      readonly orgId: string;
      readonly departmentId: string | null;
      readonly account: string;
      readonly realName: string;
      readonly mobile: string;
      readonly workUserId: string;
    }
  | {
      readonly kind: 'change-person';
      readonly id: string;
      readonly realName?: string;
      readonly departmentId?: string | null;
      readonly enabled?: boolean;
      /** Empty: bound to nobody any more. */
      readonly workUserId?: string;
    };

/**
 * Departments and people for a sync with another directory, by the rules of the pages of departments and users: codes and names that are taken, accounts and mobile numbers of
 * one person alone, the last administrator who stays. Whoever is added has no password and no role. Offered by the plugin `permission`.
 */
export interface StaffSync {
  departments(orgId: string): Promise<readonly SyncedDepartment[]>;
  /** Everybody who was not deleted, of all organisations: for comparing alone. */
  people(): Promise<readonly SyncedPerson[]>;
  /**
   * Makes one change within the running transaction, and writes its audit entry.
   * @param by a system administrator, who must be one still at that moment (`core.system-only`)
   * @returns id of the department or person
   * @throws AppError as the page of departments or users would
   */
  apply(by: UserId, change: StaffChange): Promise<string>;
}

export const staffSync = defineService<StaffSync>('permission.staff-sync@1');
