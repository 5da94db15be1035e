import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { CONNECTION_LENGTHS, MAX_AREA } from '../../contract/limits.ts';
import { actor, said } from './said.column.ts';

/** How a facility reaches its platform. */
export const connectionTable = defineTable(
  'insurance.connection',
  {
    orgId: column.org(),
    region: column.text(CONNECTION_LENGTHS.region),
    baseUrl: column.text(2_000),
    fixmedinsCode: column.text(CONNECTION_LENGTHS.fixmedinsCode),
    fixmedinsName: column.text(CONNECTION_LENGTHS.fixmedinsName),
    mdtrtareaAdmvs: column.text(MAX_AREA),
    recerSysCode: column.text(CONNECTION_LENGTHS.recerSysCode),
    infver: column.text(CONNECTION_LENGTHS.infver),
    fieldValues: column.json<Readonly<Record<string, string>>>(),
    /** Sealed. */
    fieldSecrets: column.json<Readonly<Record<string, string>>>(),
    testRegion: column.flag(),
    simulated: column.flag(),
    enabled: column.flag(),
    /** Separated by commas. */
    quotaDiseases: column.text(CONNECTION_LENGTHS.quotaDiseases),
    /** What only the platform has may be taken back by itself although this system never sent it. */
    takeBackStrangers: column.flag(),
    version: column.int(1, 2_000_000_000),
    updatedAt: column.instant(),
    updatedBy: actor(),
  },
  { rowsStay: true, key: ['orgId'] },
);
export interface ConnectionStored extends StoredOf<typeof connectionTable> {}

/** One sign-in (9001) per operator and business day. */
export const signInTable = defineTable(
  'insurance.sign_in',
  {
    orgId: column.org().references('insurance.connection'),
    operatorNo: actor(),
    businessDay: column.day(),
    signNo: said(),
    signedAt: column.instant(),
    signedOutAt: column.instant().nullable(),
  },
  { rowsStay: true, key: ['orgId', 'operatorNo', 'businessDay'] },
);

/** The last message number given out for a facility code. */
export const messageCounterTable = defineTable(
  'insurance.message_counter',
  {
    facility: column.text(CONNECTION_LENGTHS.fixmedinsCode),
    /** `yyyyMMddHHmmss` */
    stamp: column.text(14),
    sequence: column.int(1, 9_999),
  },
  { rowsStay: true, scope: 'installation', key: ['facility'] },
);

/** Whether a facility's line works, for all servers together. */
export const platformLineTable = defineTable(
  'insurance.line',
  {
    orgId: column.org(),
    failures: column.int(0, 2_000_000_000),
    /** Times it broke without working in between: the pause grows with it. */
    breaks: column.int(0, 2_000_000_000),
    /** Nothing is sent before; after it one call tries. */
    openUntil: column.instant().nullable(),
    /** That one call is on its way. */
    probeUntil: column.instant().nullable(),
    changedAt: column.instant(),
  },
  { rowsStay: true, key: ['orgId'] },
);
