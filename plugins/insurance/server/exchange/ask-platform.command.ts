import { AppError, type BodyOf, EnvelopeCode, type ReplyOf, asNode, READING_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import type { RawReply, RequestContext } from '@nephra/plugin-sdk/server';
import type { ExchangeRecord, exchangeContract } from '../../contract/index.ts';
import { textOf } from '../../domain/exchange/field-names.ts';
import { maskPersonal } from '../../domain/exchange/masking.ts';
import { nationalInfno } from '../../domain/exchange/national-infno.ts';
import { isSameAddress } from '../../domain/exchange/platform-address.ts';
import { type ReadyConnection, readConnection } from '../client/connection-reader.ts';
import { keptEnvelope, nationalClient, sendMessage } from '../client/create-national-client.ts';
import type { ExchangeSubject, Outcome } from '../client/national-client.ts';
import { requireExchange, readExchange } from './exchange.query.ts';
import { answered } from '../visit/person.query.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

type Ctx = RequestContext<InsuranceTables>;
type ProxyBody = BodyOf<typeof exchangeContract.routes.proxy>;

/** Reads, and besides them what may be asked any number of times and leaves nothing behind: pre-settlement and the check beforehand. */
const REPLAYABLE: readonly string[] = [...READING_TRANSACTIONS, '2206', '3101'];
const FILE = '9102';
const ZIP = 'application/zip';

const operatorOf = ({ user }: Ctx) => ({ userId: user.userId, userName: user.userName });

/** The caller's own connection, when that is what `url` names. @throws AppError `insurance.proxy-address`, `insurance.proxy-transaction` */
async function askedConnection(ctx: Ctx, { url, infno }: ProxyBody, wants: (infno: string) => boolean): Promise<ReadyConnection> {
  if (!(READING_TRANSACTIONS as readonly string[]).includes(infno) || !wants(infno)) {
    throw new AppError('insurance.proxy-transaction', { code: EnvelopeCode.Forbidden, params: { infno } });
  }
  const ready = await readConnection(ctx, ctx.user.orgId);
  // The given address only says what the caller means; what is called is always the connection's own.
  if (!isSameAddress(url, ready.connection.baseUrl)) throw new AppError('insurance.proxy-address', { code: EnvelopeCode.Forbidden });
  return ready;
}

const subjectOf = (ctx: Ctx, { insuplc_admdvs: insuplcAdmdvs }: ProxyBody): ExchangeSubject => ({
  orgId: ctx.user.orgId,
  operator: operatorOf(ctx),
  ...(insuplcAdmdvs ? { insuplcAdmdvs } : {}),
});

function refuse(outcome: Exclude<Outcome, { kind: 'success' }>): never {
  answered(outcome);
  throw new Error('what is no success is refused');
}

/** POST proxy. */
export async function askPlatform(ctx: Ctx, body: ProxyBody): Promise<ReplyOf<typeof exchangeContract.routes.proxy>> {
  await askedConnection(ctx, body, (infno) => infno !== FILE);
  const outcome = await nationalClient(ctx).call(body.infno, body.input, subjectOf(ctx, body));
  ctx.audit({ subject: 'insurance-exchange', subjectId: outcome.exchangeId, note: body.infno });
  if (outcome.kind === 'unknown') refuse(outcome);
  if (outcome.kind === 'refused') return { infcode: outcome.code, err_msg: outcome.reason, output: {}, exchangeId: outcome.exchangeId };
  return { infcode: '0', err_msg: '', output: asNode(maskPersonal(outcome.output)), exchangeId: outcome.exchangeId };
}

/** POST proxy/download: the file itself. */
export async function downloadFile(ctx: Ctx, body: ProxyBody): Promise<RawReply> {
  await askedConnection(ctx, body, (infno) => infno === FILE);
  const wanted = asNode(body.input.fsDownloadIn ?? body.input.data ?? body.input);
  const [fileQueryNo, fileName] = [textOf(wanted, 'file_qury_no'), textOf(wanted, 'filename')];
  if (fileQueryNo === '')
    throw new AppError('insurance.proxy-file', { code: EnvelopeCode.Invalid, fields: [{ path: 'input.fsDownloadIn.file_qury_no', msg: '' }] });
  const facility = textOf(wanted, 'fixmedins_code') === 'plc' ? 'plc' : 'own';
  const found = await nationalClient(ctx).download({ fileQueryNo, fileName, facility }, subjectOf(ctx, body));
  ctx.audit({ subject: 'insurance-exchange', subjectId: found.exchangeId, note: FILE });
  if (found.kind !== 'file') return refuse(found);
  return { content: found.content, contentType: ZIP, fileName: fileName.split(/[\\/]/).at(-1) || `${fileQueryNo}.zip`, disposition: 'attachment' };
}

/** POST interfaceinfo/{id}/replay. */
export async function replayExchange(ctx: Ctx, id: string): Promise<ExchangeRecord> {
  const row = await requireExchange(ctx, id);
  const orgId = ctx.user.orgIds.find((own) => own === row.orgId) ?? ctx.user.orgId;
  const ready = await readConnection(ctx, orgId);
  if (!row.testRegion || !ready.testRegion || row.source !== 'server') throw new AppError('insurance.replay-test-region');
  if (!REPLAYABLE.includes(nationalInfno(row.infno))) throw new AppError('insurance.replay-harmless', { params: { infno: row.infno } });
  const { input, insuplc_admdvs: insuplcAdmdvs } = await keptEnvelope(ctx, id, orgId);
  const subject: ExchangeSubject = {
    orgId,
    operator: operatorOf(ctx),
    insuplcAdmdvs,
    ...(row.patientId ? { patientId: row.patientId, patientName: row.patientName } : {}),
    ...(row.dpId ? { dpId: row.dpId } : {}),
    ...(row.visitId ? { visitId: row.visitId } : {}),
    ...(row.settlementId ? { settlementId: row.settlementId } : {}),
  };
  const { exchangeId } = await sendMessage(ctx, ready, { infno: row.infno, input, subject, replayOf: id, wantsFile: row.infno === FILE });
  return await readExchange(ctx, exchangeId);
}
