import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { EXCHANGE_STATES } from '../../contract/exchange.contract.ts';
import { EXCHANGE_LENGTHS } from '../../contract/limits.ts';
import { actor, said } from './said.column.ts';

/** Messages to platforms and their answers: written before one leaves, completed once, never removed when the server sent it. */
export const exchangeTable = defineTable(
  'insurance.exchange',
  {
    id: column.id(),
    orgId: column.org(),
    infno: column.text(EXCHANGE_LENGTHS.infno),
    msgid: column.text(EXCHANGE_LENGTHS.msgid),
    state: column.choice(...EXCHANGE_STATES),
    infcode: column.text(30),
    errMsg: column.text(EXCHANGE_LENGTHS.errMsg),
    patientId: column.id().nullable(),
    patientName: said(),
    dpId: column.id().nullable(),
    visitId: column.id().nullable(),
    settlementId: column.id().nullable(),
    operatorId: actor(),
    operatorName: actor(),
    sentAt: column.instant(),
    answeredAt: column.instant().nullable(),
    ms: column.int(-2_000_000_000, 2_000_000_000).nullable(),
    attempts: column.int(1, 2_000_000_000),
    /** Sent by the server, or noted by a workstation that reached a local agent itself. */
    source: column.choice('server', 'workstation'),
    replayOf: column.ref('insurance.exchange').nullable(),
    testRegion: column.flag(),
    /** A row that still says `sending` then belongs to a process that died. */
    dueAt: column.instant(),
    /** Its outcome was unknown once: a repetition that never arrived proves nothing. */
    doubted: column.flag(),
    /** As shown: identity numbers masked, tokens and sign-in numbers left out. */
    request: said(),
    answer: said(),
    /** The whole envelope, sealed: kept while it may have to be sent again, never when it holds a voucher's token. */
    sealedEnvelope: said().nullable(),
  },
  { rowsStay: true, unique: { exchange_msgid: ['msgid'] }, uniqueWhere: { exchange_msgid: "(source = 'server'::text)" } },
);
export interface ExchangeStored extends StoredOf<typeof exchangeTable> {}
