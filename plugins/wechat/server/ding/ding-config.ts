import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { DingConfigBody, DingConfigView } from '../../contract/ding/ding-config.contract.ts';
import { DING_GATEWAY } from '../../contract/ding/ding-limits.ts';
import type { AccountTestReply } from '../../contract/account/account-parts.ts';
import { dingFailureOf } from '../../domain/ding/ding-errors.ts';
import { baseAddress, siteOrigin } from '../../domain/work/base-address.ts';
import { saveAccountRow } from '../account/save-account-row.ts';
import { nameTold, testAccount } from '../gateway/try-account.ts';
import { exchange } from '../gateway/exchange.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { dingAccountTable, type DingAccountStored } from '../tables/ding.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { fetchDingToken } from './call-ding.ts';
import { DING, dingAccount, storedDingAccount } from './ding-account.ts';

const refuse = (key: string, path: string): never => {
  throw new AppError(`wechat.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });
};

/** As the page shows it. */
export function dingViewOf(ctx: Pick<Ctx, 'outbound'>, stored: DingAccountStored | undefined): DingConfigView {
  const { appKey = '', agentId = '', gateway = DING_GATEWAY, siteAddress = '', messageOn = false, secret = '', version = 0 } = stored ?? {};
  return {
    ...{ appKey, agentId, gateway, siteAddress, messageOn: messageOn ? 1 : 0, secretSet: secret === '' ? 0 : 1 },
    ...{ gatewayListed: ctx.outbound.allows(`${gateway}/`) ? 1 : 0, version, lastModifyTime: stored?.updatedAt.getTime() ?? null },
  };
}

/** What was typed, checked and put in order. */
function checked(body: DingConfigBody) {
  const [appKey, agentId] = [body.appKey.trim(), body.agentId.trim()];
  if (!/^[A-Za-z0-9_-]*$/.test(appKey)) refuse('ding-key-malformed', 'appKey');
  if (!/^\d*$/.test(agentId)) refuse('ding-key-malformed', 'agentId');
  const gateway = baseAddress(body.gateway) ?? refuse('address-malformed', 'gateway');
  const siteAddress = body.siteAddress.trim() === '' ? '' : (siteOrigin(body.siteAddress) ?? refuse('site-malformed', 'siteAddress'));
  return { appKey, agentId, gateway, siteAddress, messageOn: body.messageOn === 1 };
}

/** PUT DingTalk/Config. The audit entry says that a secret was written, not which. */
export async function saveDingAccount(ctx: Ctx, body: DingConfigBody): Promise<DingConfigView> {
  const given = checked(body);
  const typed = (body.secret ?? '').trim();
  const before = await storedDingAccount(ctx);
  const stale = () => new AppError('wechat.ding-config-stale', { code: EnvelopeCode.Conflict });
  if ((before?.version ?? 0) !== body.version) throw stale();
  // What is kept goes nowhere else than where it was kept for.
  const sameApp = before !== undefined && before.gateway === given.gateway && before.appKey === given.appKey;
  if (before && before.secret !== '' && typed === '' && !sameApp) refuse('ding-secret-again', 'secret');
  const secret = typed === '' ? (before?.secret ?? '') : ctx.secrets.seal(typed);
  if (given.messageOn && (given.appKey === '' || given.agentId === '' || secret === ''))
    refuse('ding-config-incomplete', given.appKey === '' ? 'appKey' : given.agentId === '' ? 'agentId' : 'secret');
  const row: DingAccountStored = { id: DING, ...given, secret, version: body.version + 1, updatedAt: ctx.clock.now() };
  if (!(await saveAccountRow(ctx, 'wechat.ding_account', dingAccountTable.toSql(row), before?.version))) throw stale();
  const after = dingViewOf(ctx, row);
  ctx.audit({
    ...{ subject: 'wechat-ding-account', subjectId: DING, ...(before && { before: dingViewOf(ctx, before) }) },
    after: { ...after, secretWritten: typed !== '' },
  });
  return after;
}

/** Whether the account works, and in one sentence why not: a token of its own, past the one that is kept, and the highest department. */
export async function testDingAccount(ctx: Ctx): Promise<AccountTestReply> {
  const account = await dingAccount(ctx);
  ctx.audit({ subject: 'wechat-ding-account', subjectId: DING, note: 'test' });
  return await testAccount(
    ctx,
    account?.gateway ?? '',
    (failure, params) => ctx.text(`errors.wechat.ding-${failure}`, params),
    async () => {
      if (!account) throw new WechatError('off');
      const { token } = await fetchDingToken(ctx, account);
      const call = { path: '/topapi/v2/department/get', query: { access_token: token }, body: { dept_id: 1 }, repeatable: true } as const;
      const said = await exchange(ctx, account.gateway, call);
      const failure = dingFailureOf(said.errcode);
      if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
      const { name } = (said.result ?? {}) as { readonly name?: unknown };
      return ctx.text('ding.testOk', { name: nameTold(name) });
    },
  );
}
