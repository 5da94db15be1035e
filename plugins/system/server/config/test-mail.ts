import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator, siteConfig } from '@nephra/plugin-sdk/server';
import type { MailTest } from '../../contract/config/config.contract.ts';
import { changesMailPlace, configChange, isMailAddress } from '../../domain/config/config-change.ts';
import type { Ctx } from '../tables/tables.ts';
import { valuesInForce } from './config-view.ts';

const invalid = (ctx: Ctx, path: string, key: string, params: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path, msg: ctx.text(`errors.system.${key}`, params) }] });

/**
 * Sends a test message. A kept password goes to the server and account that it was kept for, never to others that a request names.
 * @throws AppError `core.system-only`, `core.invalid`, and `core.mail-…` with what the mail server said
 */
export async function testMail(ctx: Ctx, { to, emailPassword, ...given }: MailTest): Promise<{ to: string }> {
  requireSystemAdministrator(ctx);
  const service = ctx.service(siteConfig);
  const kept = valuesInForce(ctx, await service.read());
  const { values, complaints } = configChange(given, kept, {});
  const [wrong] = complaints;
  if (wrong) throw invalid(ctx, wrong.name, wrong.key, wrong.params);
  const used = { ...kept, ...values };
  const host = String(used.emailSmtpHost ?? '');
  const account = String(used.emailAccount ?? '');
  if (host === '') throw invalid(ctx, 'emailSmtpHost', 'config-host-missing');
  const receiver = to?.trim() || account;
  if (!isMailAddress(receiver)) throw invalid(ctx, 'to', 'config-receiver');
  const typed = emailPassword ?? '';
  const password = typed !== '' || changesMailPlace(values) ? typed : ((await service.secret('emailPassword')) ?? '');
  if (account !== '' && password === '') throw invalid(ctx, 'emailPassword', 'config-password-missing');
  const system = String(used.sysName ?? '');
  await service.sendMail(
    { host, port: Number(used.emailSmtpPort), secure: used.emailSsl === 1, account, password },
    {
      from: isMailAddress(account) ? account : receiver,
      senderName: String(used.emailSenderName ?? '') || system,
      to: receiver,
      subject: ctx.text('config.testSubject', { system }),
      text: ctx.text('config.testText', { system, person: ctx.user.userName }),
    },
  );
  ctx.audit({ subject: 'sys-config', subjectId: 'mail-test', note: `${host} -> ${receiver}` });
  ctx.message('config.mail-sent', { to: receiver });
  return { to: receiver };
}
