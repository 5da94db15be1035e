export { readRecordDocument } from './read-record-document.ts';
export type { FieldCode, RecordChange, RecordCode } from './record-code.ts';
export { type ServedRecord, serveRecord } from './serve-record.ts';
