export { type EntryRow, entriesContract } from './entries.contract.ts';
