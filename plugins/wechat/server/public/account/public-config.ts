import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { type PublicConfigBody, publicConfigContract, type PublicConfigView } from '../../../contract/public/public-config.contract.ts';
import type { AccountTestReply } from '../../../contract/account/account-parts.ts';
import { AES_KEY_LENGTH, CALLBACK_PATH, PUBLIC_GATEWAY } from '../../../contract/public/public-limits.ts';
import { baseAddress, siteOrigin } from '../../../domain/work/base-address.ts';
import { publicFailureOf } from '../../../domain/public/public-errors.ts';
import { readSaid } from '../../../domain/work/work-errors.ts';
import { fetchPublicToken } from './call-public.ts';
import { exchangeFor } from '../../gateway/exchange.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { saveAccountRow } from '../../account/save-account-row.ts';
import { testAccount } from '../../gateway/try-account.ts';
import { publicAccountTable, type PublicAccountStored } from '../../tables/public.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';
import { PUBLIC, publicAccount, storedPublicAccount } from './public-account.ts';

const refuse = (key: string, path: string): never => {
  throw new AppError(`wechat.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });
};

const EMPTY: Omit<PublicAccountStored, 'id' | 'updatedAt'> & { readonly updatedAt: Date | undefined } = {
  ...{ appId: '', secret: '', token: '', aesKey: '', gateway: PUBLIC_GATEWAY, siteAddress: '', reminderUrl: '', templateKind: 'none' },
  ...{ templateId: '', templateField: 'thing1', receiveOn: false, messageOn: false, version: 0, updatedAt: undefined },
};

function viewOf(ctx: Pick<Ctx, 'outbound'>, stored: PublicAccountStored | undefined): PublicConfigView {
  const { appId, gateway, siteAddress, reminderUrl, templateKind, templateId, templateField, secret, token, aesKey, receiveOn, messageOn, version, updatedAt } =
    stored ?? EMPTY;
  const flag = (on: boolean) => (on ? (1 as const) : (0 as const));
  return {
    ...{ appId, gateway, siteAddress, reminderUrl, templateKind, templateId, templateField, receiveOn: flag(receiveOn), messageOn: flag(messageOn) },
    ...{ secretSet: flag(secret !== ''), tokenSet: flag(token !== ''), aesKeySet: flag(aesKey !== '') },
    ...{ gatewayListed: flag(ctx.outbound.allows(`${gateway}/`)), callbackUrl: siteAddress === '' ? '' : `${siteAddress}${CALLBACK_PATH}` },
    ...{ version, lastModifyTime: updatedAt?.getTime() ?? null },
  };
}

/** A page of the hospital: an address with its path and query, without a password. */
function pageAddress(text: string): string | undefined {
  const typed = text.trim();
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  return url.username === '' && url.password === '' && url.hash === '' ? url.href : undefined;
}

function checked(body: PublicConfigBody) {
  const { templateKind } = body;
  const appId = body.appId.trim();
  if (!/^[A-Za-z0-9_-]*$/.test(appId)) refuse('mp-app-malformed', 'appId');
  const gateway = baseAddress(body.gateway) ?? refuse('address-malformed', 'gateway');
  const siteAddress = body.siteAddress.trim() === '' ? '' : (siteOrigin(body.siteAddress) ?? refuse('site-malformed', 'siteAddress'));
  const reminderUrl = body.reminderUrl.trim() === '' ? '' : (pageAddress(body.reminderUrl) ?? refuse('address-malformed', 'reminderUrl'));
  const [templateId, templateField] = [body.templateId.trim(), body.templateField.trim()];
  if (templateKind !== 'none' && (templateId === '' || !/^[A-Za-z][A-Za-z0-9_.]*$/.test(templateField)))
    refuse('mp-config-incomplete', templateId === '' ? 'templateId' : 'templateField');
  return {
    appId,
    gateway,
    siteAddress,
    reminderUrl,
    templateKind,
    templateId,
    templateField,
    receiveOn: body.receiveOn === 1,
    messageOn: body.messageOn === 1,
  };
}

function typedSecrets({ secret = '', token = '', aesKey = '' }: PublicConfigBody) {
  const typed = { secret: secret.trim(), token: token.trim(), aesKey: aesKey.trim() };
  if (typed.token !== '' && !/^[A-Za-z0-9]{3,32}$/.test(typed.token)) refuse('mp-token-malformed', 'token');
  if (typed.aesKey !== '' && (typed.aesKey.length !== AES_KEY_LENGTH || !/^[A-Za-z0-9+/]+$/.test(typed.aesKey))) refuse('mp-key-malformed', 'aesKey');
  return typed;
}

async function save(ctx: Ctx, body: PublicConfigBody): Promise<PublicConfigView> {
  const given = checked(body);
  const typed = typedSecrets(body);
  const before = await storedPublicAccount(ctx);
  const stale = () => new AppError('wechat.mp-config-stale', { code: EnvelopeCode.Conflict });
  if ((before?.version ?? 0) !== body.version) throw stale();
  // What is kept goes nowhere else than where it was kept for.
  if (before && before.secret !== '' && typed.secret === '' && (before.gateway !== given.gateway || before.appId !== given.appId))
    refuse('mp-secret-again', 'secret');
  const sealed = (name: keyof typeof typed): string => (typed[name] === '' ? (before?.[name] ?? '') : ctx.secrets.seal(typed[name]));
  const row: PublicAccountStored = {
    ...{ id: PUBLIC, ...given, secret: sealed('secret'), token: sealed('token'), aesKey: sealed('aesKey') },
    ...{ version: body.version + 1, updatedAt: ctx.clock.now() },
  };
  if ((row.messageOn || row.receiveOn) && (row.appId === '' || row.secret === '')) refuse('mp-config-incomplete', row.appId === '' ? 'appId' : 'secret');
  if (row.receiveOn && row.token === '') refuse('mp-config-incomplete', 'token');
  if (!(await saveAccountRow(ctx, 'wechat.public_account', publicAccountTable.toSql(row), before?.version))) throw stale();
  const after = viewOf(ctx, row);
  const secretsWritten = Object.entries(typed).flatMap(([name, value]) => (value === '' ? [] : [name]));
  ctx.audit({ subject: 'wechat-public-account', subjectId: PUBLIC, ...(before && { before: viewOf(ctx, before) }), after: { ...after, secretsWritten } });
  return after;
}

/** A token of its own, past the one that is kept, and the menu in force, which asks for the rights of a certified account. */
async function test(ctx: Ctx): Promise<AccountTestReply> {
  const account = await publicAccount(ctx);
  ctx.audit({ subject: 'wechat-public-account', subjectId: PUBLIC, note: 'test' });
  return await testAccount(
    ctx,
    account?.gateway ?? '',
    (failure, params) => ctx.text(`errors.wechat.mp-${failure}`, params),
    async () => {
      if (!account || account.secret === '') throw new WechatError('off');
      const { token } = await fetchPublicToken(ctx, account);
      const request = { path: '/cgi-bin/get_current_selfmenu_info', query: { access_token: token }, repeatable: true } as const;
      const said = await exchangeFor(ctx, account.gateway, request, ({ body }) => readSaid(body.toString('utf8'), 0));
      const failure = publicFailureOf(said.errcode);
      if (failure) throw new WechatError(failure, { errcode: said.errcode, said: said.errmsg });
      return ctx.text('mpConfig.testOk');
    },
  );
}

/** The public account, for system administrators. */
export const publicConfigRoutes = implement<WechatDb>()(publicConfigContract, {
  async read(_input, ctx) {
    requireSystemAdministrator(ctx);
    return viewOf(ctx, await storedPublicAccount(ctx));
  },
  save({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return save(ctx, body);
  },
  test(_input, ctx) {
    requireSystemAdministrator(ctx);
    return test(ctx);
  },
});
