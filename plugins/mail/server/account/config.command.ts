import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ConfigBody, MailConfig } from '../../contract/mail.contract.ts';
import { MAX_ACCOUNT, MAX_NAME } from '../../contract/limits.ts';
import { isMailAddress } from '../../domain/address.ts';
import { oneLine, plainText } from '../../domain/header-text.ts';
import { type AccountStored, accountTable, type Ctx } from '../tables/tables.ts';
import { ownAccount } from './account.ts';
import { calling } from './server-refusal.ts';
import { type Servers, serversInForce } from './servers.ts';

export async function readConfig(ctx: Ctx): Promise<MailConfig> {
  const servers = await serversInForce(ctx);
  const stored = await ownAccount(ctx);
  const usable = stored !== undefined && stored.imapAddress === servers.imapAddress;
  const at = (place: { readonly host: string; readonly port: number } | undefined): string => (place ? `${place.host}:${place.port}` : '');
  return {
    state: servers.state === 'ready' ? (usable ? 'ready' : 'new') : servers.state,
    ...{ imapHost: at(servers.imap), smtpHost: at(servers.smtp), canSend: servers.smtp !== undefined },
    ...{ address: stored?.address ?? '', account: stored?.account ?? '', senderName: stored?.senderName ?? ctx.user.userName },
    ...{ signature: stored?.signature ?? '', passwordSet: usable },
  };
}

const invalid = (ctx: Ctx, path: string, key: 'address' | 'password-missing'): AppError =>
  new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path, msg: ctx.text(`errors.mail.field-${key}`) }] });

interface Tried {
  readonly servers: Servers;
  readonly values: Omit<AccountStored, 'passwordSealed' | 'checkedAt'>;
  readonly password: string;
}

/** Both servers are asked; nothing is kept. @throws AppError that says which server did not let the account in, and why */
export async function tryConfig(ctx: Ctx, body: ConfigBody): Promise<Tried> {
  const servers = await serversInForce(ctx);
  const { imap, smtp, state, imapAddress, smtpAddress } = servers;
  if (!imap || state !== 'ready') throw new AppError(state === 'blocked' ? 'mail.blocked' : 'mail.off', { code: EnvelopeCode.Refused });
  const address = body.address.trim();
  if (!isMailAddress(address)) throw invalid(ctx, 'address', 'address');
  const account = oneLine(body.account ?? '', MAX_ACCOUNT + 1) || address;
  const kept = await ownAccount(ctx);
  // A password that is kept goes to no other server and for no other account than those that it was kept for.
  const same = kept !== undefined && kept.account === account && kept.imapAddress === imapAddress && kept.smtpAddress === smtpAddress;
  const password = body.password ? body.password : same ? ctx.secrets.open(kept.passwordSealed) : '';
  if (password === '') throw invalid(ctx, 'password', 'password-missing');
  const login = { account, password };
  await calling(imap, () => ctx.outbound.mailboxes.open(imap, login, async () => undefined));
  if (smtp) await calling(smtp, () => ctx.outbound.mailboxes.verify(smtp, login));
  const values = {
    ...{ userId: ctx.user.userId, address, account, imapAddress, smtpAddress },
    senderName: oneLine(body.senderName ?? '', MAX_NAME),
    signature: plainText(body.signature ?? '').trim(),
  };
  return { servers, values, password };
}

export async function saveConfig(ctx: Ctx, body: ConfigBody): Promise<MailConfig> {
  const { values, password } = await tryConfig(ctx, body);
  await ctx.transaction(async () => {
    const row = accountTable.toSql({ ...values, passwordSealed: ctx.secrets.seal(password), checkedAt: ctx.clock.now() });
    await ctx.db
      .insertInto('mail.account')
      .values(row as never)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row as never))
      .execute();
    ctx.audit({ subject: 'mail-account', subjectId: ctx.user.userId, note: values.address });
  });
  ctx.message('config-saved');
  return await readConfig(ctx);
}

export async function removeConfig(ctx: Ctx): Promise<void> {
  // rows: the caller's own account
  await ctx.db.deleteFrom('mail.account').where('user_id', '=', ctx.user.userId).execute();
  ctx.audit({ subject: 'mail-account', subjectId: ctx.user.userId, note: 'removed' });
}
