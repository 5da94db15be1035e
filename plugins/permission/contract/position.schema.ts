import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { code, description, flag, id, instant, name, seenVersion, sortCode } from './wire-parts.ts';

/** Kinds of positions (dictionary PositionType); older clients may have stored others. */
export const POSITION_TYPES = ['doctor', 'nurse', 'pharmacist', 'technician', 'finance', 'insurance', 'administration', 'support'] as const;

export const MAX_POSITION_TYPE = 40;

const shown = {
  id: Type.String(),
  /** The department that the position belongs to, or the organisation where it belongs to none. */
  organizeId: Type.String(),
  /** The organisation in any case. */
  companyId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  creatorTime: instant,
  version: Type.Integer(),
};

export const positionRow = Type.Object({
  ...shown,
  /** Names of organisations and departments from the top of what the caller sees, joined by "/". */
  department: Type.String(),
  userCount: Type.Integer(),
});
export const positionRecord = Type.Object({ ...shown, lastModifyTime: instant });
export const positionName = Type.Object({
  id: Type.String(),
  organizeId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.String(),
  sortCode: Type.Integer(),
});

const writable = {
  /** A department, or an organisation. */
  organizeId: id,
  fullName: name,
  enCode: code,
  type: Type.Optional(Type.String({ maxLength: MAX_POSITION_TYPE })),
  enabledMark: Type.Optional(flag),
  sortCode: Type.Optional(sortCode),
  description: Type.Optional(description),
};
export const positionCreate = Type.Object(writable);
export const positionEdit = Type.Object({ ...writable, version: seenVersion });

export type PositionRow = Static<typeof positionRow>;
export type PositionRecord = Static<typeof positionRecord>;
export type PositionName = Static<typeof positionName>;
export type PositionCreate = Static<typeof positionCreate>;
export type PositionEdit = Static<typeof positionEdit>;
