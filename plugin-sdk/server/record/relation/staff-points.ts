import { defineService } from '../../../contract/index.ts';
import type { StaffFieldKind } from '../../../contract/record/index.ts';
import type { Caller } from './related-rows.ts';

/** What a text of a workbook means; `several`: so many are called so. */
export type StaffMeaning = { readonly id: string } | { readonly several: number } | undefined;

/** People, places, positions, roles and groups by name, for workbooks; offered by the plugin that keeps them. */
export interface StaffNames {
  /**
   * Texts by id, those of people `林医生/doctor`, of organisations and departments with what stands above them (`康源/肾内科`). Who was deleted keeps the name; ids
   * that the caller does not see are left out.
   */
  texts(caller: Caller, of: StaffFieldKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether the caller may choose it: there, not deleted, and seen. */
  has(caller: Caller, of: StaffFieldKind, id: string): Promise<boolean>;
  /** What texts mean among those that can be chosen, in their order: as `texts` tells them, a code (of people the account), or a name. */
  read(caller: Caller, of: StaffFieldKind, texts: readonly string[]): Promise<readonly StaffMeaning[]>;
}

export const staffNames = defineService<StaffNames>('permission.staff-names@1');
