/** Form of documents that this version reads. */
export const RECORD_FORMAT = 1;
/** Rows of one ImportData call; more come in further calls. */
export const IMPORT_ROWS_PER_CALL = 2_000;
/** Most rows that a record may allow a workbook. */
export const MAX_IMPORT_ROWS = 100_000;
/** Rows of one workbook that is imported, unless the record says otherwise. */
export const IMPORT_ROWS_PER_FILE = 10_000;
/** Most texts and buttons between the fields of one form. */
export const MAX_FORM_BLOCKS = 40;
/** Most fields of one record. */
export const MAX_RECORD_FIELDS = 200;
/** Ids that one call for names of related rows may ask for. */
export const MAX_RELATED_IDS = 200;
/** Forms that a line of text may be held to, as spec 5 has them. */
export const TEXT_FORMATS = ['mobile', 'email', 'idCard', 'licencePlate', 'digits', 'chinese'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
/** Entries of the staff directory that a field may name. */
export const STAFF_KINDS = ['user', 'department', 'position', 'role', 'userGroup', 'organize'] as const;
export type StaffFieldKind = (typeof STAFF_KINDS)[number];
/** Characters of a condition or a calculation. */
export const MAX_EXPRESSION_LENGTH = 500;
/** Brackets and signs of an expression that stand inside each other. */
export const MAX_EXPRESSION_DEPTH = 20;
