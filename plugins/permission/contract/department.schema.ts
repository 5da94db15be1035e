import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { code, description, flag, id, instant, name, nullable, seenVersion, sortCode } from './wire-parts.ts';

const shown = {
  id: Type.String(),
  /** The department above; the organisation for those directly under it. */
  parentId: Type.String(),
  organizeId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** Empty when nobody is named. */
  managerId: Type.String(),
  /** `name/account`. */
  manager: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  creatorTime: instant,
  version: Type.Integer(),
};

export const departmentRow = Type.Object({
  ...shown,
  /** People of this department itself. */
  userCount: Type.Integer(),
});
export const departmentRecord = Type.Object({ ...shown, lastModifyTime: instant });

const writable = {
  /** The department above, or the organisation for one directly under it. */
  parentId: id,
  /** Needed only where `parentId` is -1. */
  organizeId: Type.Optional(id),
  fullName: name,
  enCode: code,
  managerId: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  enabledMark: Type.Optional(flag),
  sortCode: Type.Optional(sortCode),
  description: Type.Optional(description),
};
export const departmentCreate = Type.Object(writable);
export const departmentEdit = Type.Object({ ...writable, version: seenVersion });

export type DepartmentRow = Static<typeof departmentRow>;
export type DepartmentRecord = Static<typeof departmentRecord>;
export type DepartmentCreate = Static<typeof departmentCreate>;
export type DepartmentEdit = Static<typeof departmentEdit>;
