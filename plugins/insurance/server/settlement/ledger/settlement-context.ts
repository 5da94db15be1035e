import type { DataRights, Language, OrgId, UserId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import type { ExchangeSubject, NationalClient } from '../../client/national-client.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import type { SettlementRow } from './settlement.repo.ts';

export type Ctx = ServerContext<InsuranceTables>;
export type CallCtx = RequestContext<InsuranceTables>;
export type ClientOf = (ctx: Ctx) => NationalClient;

/** On whose behalf. */
export interface Actor {
  readonly userId: UserId;
  readonly userName: string;
  readonly orgIds: readonly OrgId[];
  readonly language: Language;
}

/** Who works, with what. */
export interface SettlementContext {
  readonly ctx: Ctx;
  readonly client: NationalClient;
  readonly by: Actor;
  /** Data rights on patients of whoever waits for the answer; none when nobody does. */
  readonly patients?: DataRights;
}

export const actorOf = (ctx: CallCtx): Actor => ({ userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds, language: ctx.language });
export const deskOf = (ctx: CallCtx, clientOf: ClientOf): SettlementContext => ({
  ctx,
  client: clientOf(ctx),
  by: actorOf(ctx),
  patients: dataRights(ctx, 'his.patient'),
});

const languageOf = (text: string): Language => (text === 'zhtw' || text === 'en' ? text : 'zh');

/** The desk of whoever began a settlement: the resolver works in that name. */
export const deskFor = (
  ctx: Ctx,
  client: NationalClient,
  row: Pick<SettlementRow, 'operatorId' | 'operatorName' | 'orgId' | 'language'>,
): SettlementContext => ({
  ctx,
  client,
  by: { userId: row.operatorId as UserId, userName: row.operatorName, orgIds: [row.orgId], language: languageOf(row.language) },
});

/** What goes into the journal with a message about this settlement. */
export const subjectOf = ({ by }: SettlementContext, row: SettlementRow, dpId?: string): ExchangeSubject => ({
  orgId: row.orgId,
  operator: { userId: by.userId, userName: by.userName },
  patientId: row.patientId,
  patientName: row.patientName,
  settlementId: row.id,
  ...(dpId === undefined ? {} : { dpId }),
  ...(row.visitId === null ? {} : { visitId: row.visitId }),
  ...(row.insuplcAdmdvs === '' ? {} : { insuplcAdmdvs: row.insuplcAdmdvs }),
});
