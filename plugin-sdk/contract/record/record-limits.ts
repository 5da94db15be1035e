/** Form of documents that this version reads. */
export const RECORD_FORMAT = 1;
/** Most fields of one record. */
export const MAX_RECORD_FIELDS = 200;
