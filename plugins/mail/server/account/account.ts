import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ImapPlace, Mailbox, MailLogin, SmtpPlace } from '@nephra/plugin-sdk/server';
import { type AccountStored, accountTable, type Ctx } from '../tables/tables.ts';
import { calling } from './server-refusal.ts';
import { serversInForce } from './servers.ts';

/** The caller's own account, ready to be used. */
export interface OwnAccount {
  readonly stored: AccountStored;
  readonly imap: ImapPlace;
  readonly smtp: SmtpPlace | undefined;
  readonly login: MailLogin;
}

export const ownAccount = (ctx: Ctx): Promise<AccountStored | undefined> => accountTable.find(ctx, { userId: ctx.user.userId });

/**
 * A password that was kept for one server is told to no other: where the site has changed its servers, people enter it anew.
 * @throws AppError `mail.off`, `mail.blocked`, `mail.not-set-up`, `mail.other-server`
 */
export async function requireAccount(ctx: Ctx): Promise<OwnAccount> {
  const { state, imap, smtp, imapAddress, smtpAddress } = await serversInForce(ctx);
  if (state !== 'ready' || !imap) throw new AppError(state === 'blocked' ? 'mail.blocked' : 'mail.off', { code: EnvelopeCode.Refused });
  const stored = await ownAccount(ctx);
  if (!stored) throw new AppError('mail.not-set-up', { code: EnvelopeCode.Refused });
  if (stored.imapAddress !== imapAddress) throw new AppError('mail.other-server', { code: EnvelopeCode.Refused });
  const login = { account: stored.account, password: ctx.secrets.open(stored.passwordSealed) };
  return { stored, imap, smtp: stored.smtpAddress === smtpAddress ? smtp : undefined, login };
}

/** Works in the caller's own mailbox. @throws AppError as `requireAccount` and `serverRefusal` */
export async function inMailbox<T>(ctx: Ctx, work: (box: Mailbox, account: OwnAccount) => Promise<T>): Promise<T> {
  const account = await requireAccount(ctx);
  return await calling(account.imap, () => ctx.outbound.mailboxes.open(account.imap, account.login, (box) => work(box, account)));
}
