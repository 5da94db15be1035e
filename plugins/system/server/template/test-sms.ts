import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator, smsSending } from '@nephra/plugin-sdk/server';
import { MAX_TEST_MOBILES } from '../../contract/template/template-limits.ts';
import { templateParameters } from '../../domain/template/template-text.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';
import type { Ctx } from '../tables/tables.ts';

interface SmsTest {
  readonly id: string;
  readonly phoneNumbers: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A mobile of the mainland, as providers of text messages take it. */
const MOBILE = /^(?:\+?86)?1[3-9]\d{9}$/;

/** As much of a number as the audit log needs. */
const masked = (mobile: string): string => `${mobile.slice(0, -8)}****${mobile.slice(-4)}`;

/**
 * Sends a kept template to some numbers, one after another, and tells what the provider said of each.
 * @throws AppError `core.system-only`, `system.sms-mobile`, `system.sms-parameter`, `system.sms-off`, `system.sms-not-set-up`, `system.sms-not-listed`
 */
export async function testSms(ctx: Ctx, { id, phoneNumbers, parameters }: SmsTest) {
  requireSystemAdministrator(ctx);
  const invalid = (key: 'sms-mobile' | 'sms-parameter', path: string, params: Readonly<Record<string, string | number>>): AppError =>
    new AppError(`system.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: ctx.text(`errors.system.${key}`, params) }] }); // text: both keys stand in the type
  const mobiles = [...new Set(phoneNumbers.split(/[,，;；\s]+/).filter((one) => one !== ''))];
  const wrong = mobiles.find((one) => !MOBILE.test(one));
  if (mobiles.length === 0 || mobiles.length > MAX_TEST_MOBILES || wrong !== undefined)
    throw invalid('sms-mobile', 'phoneNumbers', { mobile: wrong ?? '', max: MAX_TEST_MOBILES });
  const { company, templateId, appId, signContent, content } = await smsTemplateTable.one(ctx, id);
  const params = templateParameters(content);
  const missing = params.find((name) => (parameters[name] ?? '').trim() === '');
  if (missing !== undefined) throw invalid('sms-parameter', 'parameters', { name: missing });
  const sending = ctx.optionalService(smsSending);
  if (!sending) throw new AppError('system.sms-off', { code: EnvelopeCode.Refused });
  const provider = company === '2' ? '2' : '1';
  const obstacle = await sending.obstacle(provider);
  if (obstacle !== undefined) throw new AppError(obstacle === 'not-listed' ? 'system.sms-not-listed' : 'system.sms-not-set-up', { code: EnvelopeCode.Refused });
  const list = [];
  for (const mobile of mobiles) {
    const template = { company: provider, templateId, appId, signName: signContent, params } as const;
    const result = await sending.send({ mobile, template, params: parameters, id: ctx.newId() });
    list.push({ mobile, sent: result.outcome === 'sent', said: result.outcome === 'sent' ? '' : (result.said ?? ctx.text('template.noAnswer')) });
  }
  ctx.audit({ subject: 'sms-template', subjectId: id, note: list.map(({ mobile, sent }) => `${masked(mobile)} ${sent ? 'sent' : 'refused'}`).join(', ') });
  return { list };
}
