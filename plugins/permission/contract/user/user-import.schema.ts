import { Type } from '@nephra/plugin-sdk/contract';

export { IMPORT_ROWS_PER_CALL, IMPORT_ROWS_PER_FILE } from '@nephra/plugin-sdk/record';

/** Longer than any cell that can be right; the row then says what is wrong with it. */
const text = Type.Optional(Type.String({ maxLength: 2_000 }));

const texts = {
  account: text,
  realName: text,
  enCode: text,
  gender: text,
  organizeId: text,
  managerId: text,
  positionId: text,
  roleId: text,
  mobilePhone: text,
  email: text,
  enabledMark: text,
  sortCode: text,
  description: text,
  entryDate: text,
  birthday: text,
  nation: text,
  nativePlace: text,
  certificatesType: text,
  certificatesNumber: text,
  education: text,
  telePhone: text,
  landline: text,
  urgentContacts: text,
  urgentTelePhone: text,
  postalAddress: text,
};

/** A row in texts, not ids. */
export const importRow = Type.Object({
  ...texts,
  /** Names the row for good: sent again, it is not added again. The preview gives it. */
  rowKey: Type.Optional(Type.String({ maxLength: 160 })),
  /** Number of the row in its sheet. */
  rowNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000 })),
});

export const previewRow = Type.Object({
  ...importRow.properties,
  /** Account of the manager, lower case: rows are sent so that managers come first. */
  manager: Type.String(),
  errors: Type.Array(Type.Object({ field: Type.String(), msg: Type.String() })),
  /** All errors in one text. */
  errorsInfo: Type.String(),
  /** True when an earlier call added this row. */
  imported: Type.Boolean(),
});
