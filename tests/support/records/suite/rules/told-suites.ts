import type { RecordSuiteOptions } from '../../record-suite.ts';

type Told = Pick<RecordSuiteOptions, 'unique' | 'outsider'>;
// waits: each record is said once, by the file whose tests look it up
const told = new Map<string, Told>();

/** Notes what the suite of a record was told, so that nothing is left out of it in silence: the suite of its table knows what there is. */
export const noteSuite = (record: string, { unique, outsider }: Told): void => void told.set(record, { unique, outsider });

/** What the suite of this record was told; undefined: there is none in this file. */
export const toldSuite = (record: string): Told | undefined => told.get(record);
