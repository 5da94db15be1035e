import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { WorkConfigBody, WorkConfigView } from '../../contract/work/work-config.contract.ts';
import { WORK_GATEWAY, WORK_LOGIN_PAGE } from '../../contract/work/work-limits.ts';
import { baseAddress, siteOrigin } from '../../domain/work/base-address.ts';
import type { Ctx } from '../tables/tables.ts';
import { workAccountTable, type WorkAccountStored } from '../tables/work.table.ts';
import { saveAccountRow } from '../account/save-account-row.ts';
import { storedWorkAccount, WORK } from '../account/work-account.ts';

const refuse = (key: string, path: string): never => {
  throw new AppError(`wechat.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });
};

/** As the page shows it. */
export function viewOf(ctx: Pick<Ctx, 'outbound'>, stored: WorkAccountStored | undefined): WorkConfigView {
  if (!stored) {
    const empty = {
      corpId: '',
      agentId: 0,
      gateway: WORK_GATEWAY,
      loginPage: WORK_LOGIN_PAGE,
      siteAddress: '',
      scanOn: 0,
      messageOn: 0,
      secretSet: 0,
      bookSecretSet: 0,
    } as const;
    return { ...empty, gatewayListed: ctx.outbound.allows(`${WORK_GATEWAY}/`) ? 1 : 0, version: 0, lastModifyTime: null };
  }
  const { corpId, agentId, gateway, loginPage, siteAddress, scanOn, messageOn, secret, bookSecret, version, updatedAt } = stored;
  return {
    ...{ corpId, agentId, gateway, loginPage, siteAddress, scanOn: scanOn ? 1 : 0, messageOn: messageOn ? 1 : 0, secretSet: secret === '' ? 0 : 1 },
    ...{ bookSecretSet: bookSecret === '' ? 0 : 1, gatewayListed: ctx.outbound.allows(`${gateway}/`) ? 1 : 0, version, lastModifyTime: updatedAt.getTime() },
  };
}

/** What was typed, checked and put in order. */
function checked(body: WorkConfigBody) {
  const corpId = body.corpId.trim();
  if (!/^[A-Za-z0-9_-]*$/.test(corpId)) refuse('corp-malformed', 'corpId');
  const gateway = baseAddress(body.gateway) ?? refuse('address-malformed', 'gateway');
  const loginPage = baseAddress(body.loginPage) ?? refuse('address-malformed', 'loginPage');
  const siteAddress = body.siteAddress.trim() === '' ? '' : (siteOrigin(body.siteAddress) ?? refuse('site-malformed', 'siteAddress'));
  return { corpId, agentId: body.agentId, gateway, loginPage, siteAddress, scanOn: body.scanOn === 1, messageOn: body.messageOn === 1 };
}

/** PUT QYHConfig. The audit entry says that a secret was written, not which. */
export async function saveWorkAccount(ctx: Ctx, body: WorkConfigBody): Promise<WorkConfigView> {
  const given = checked(body);
  const typed = (body.secret ?? '').trim();
  const before = await storedWorkAccount(ctx);
  const stale = () => new AppError('wechat.config-stale', { code: EnvelopeCode.Conflict });
  if ((before?.version ?? 0) !== body.version) throw stale();
  // What is kept goes nowhere else than where it was kept for.
  const sameAccount = before !== undefined && before.gateway === given.gateway && before.corpId === given.corpId && before.agentId === given.agentId;
  if (before && before.secret !== '' && typed === '' && !sameAccount) refuse('secret-again', 'secret');
  const typedBook = (body.bookSecret ?? '').trim();
  const sameCorp = before !== undefined && before.gateway === given.gateway && before.corpId === given.corpId;
  // That of another corporation is forgotten: nobody needs it to send or to sign in.
  const bookSecret = typedBook !== '' ? ctx.secrets.seal(typedBook) : sameCorp ? before.bookSecret : '';
  const secret = typed === '' ? (before?.secret ?? '') : ctx.secrets.seal(typed);
  if ((given.scanOn || given.messageOn) && (given.corpId === '' || given.agentId === 0 || secret === ''))
    refuse('config-incomplete', given.corpId === '' ? 'corpId' : given.agentId === 0 ? 'agentId' : 'secret');
  const row: WorkAccountStored = { id: WORK, ...given, secret, bookSecret, version: body.version + 1, updatedAt: ctx.clock.now() };
  if (!(await saveAccountRow(ctx, 'wechat.work_account', workAccountTable.toSql(row), before?.version))) throw stale();
  const after = viewOf(ctx, row);
  ctx.audit({
    subject: 'wechat-work-account',
    subjectId: WORK,
    ...(before && { before: viewOf(ctx, before) }),
    after: { ...after, secretWritten: typed !== '', bookSecretWritten: typedBook !== '' },
  });
  return after;
}
