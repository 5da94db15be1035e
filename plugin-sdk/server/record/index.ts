export { RECORD_IMPORT_FILE } from './exchange/index.ts';
export { readRecordDocument } from './read-record-document.ts';
export type { FieldCode, ParsedText, RecordChange, RecordCode } from './record-code.ts';
export { type ServedRecord, serveRecord } from './serve-record.ts';
