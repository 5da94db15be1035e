import { type SiteConfig, type SmsCompany, type SmsSending, siteConfig } from '@nephra/plugin-sdk/server';
import { mobileOf } from '../../../../domain/send/address.ts';
import type { ReadCtx } from '../../../tables/tables.ts';
import { smsFailure, smsResult } from './provider-answer.ts';
import { aliRequest, type SmsAccount, tencentRequest } from './signed-request.ts';

const HOSTS: Readonly<Record<SmsCompany, string>> = { '1': 'dysmsapi.aliyuncs.com', '2': 'sms.tencentcloudapi.com' };
const DEFAULT_REGION = 'ap-guangzhou';
const TIMEOUT_MS = 15_000;

/** `domain` of the page of configuration: a name, or an address with its scheme. */
const addressOf = (company: SmsCompany, domain: string): string =>
  /^https?:/.test(domain) && URL.canParse(domain) ? new URL(domain).origin : `https://${domain || HOSTS[company]}`;

/** The account of the page of configuration; undefined where it is none of this provider, or lacks key or secret. */
async function accountOf(service: SiteConfig, company: SmsCompany): Promise<SmsAccount | undefined> {
  const { values } = await service.read();
  const of = (name: string): string => String(values[name] ?? '').trim();
  if ((of('smsCompany') || '1') !== company) return undefined;
  const keySecret = await service.secret('smsKeySecret');
  const keyId = of('smsKeyId');
  if (keyId === '' || !keySecret) return undefined;
  return { address: addressOf(company, of('domain')), keyId, keySecret, region: of('region') || DEFAULT_REGION };
}

/** Text messages by the provider of the page of configuration, to addresses of the outbound list alone. */
export const smsSendingIn = (ctx: ReadCtx): SmsSending => {
  const account = async (company: SmsCompany) => {
    const service = ctx.optionalService(siteConfig);
    return service && (await accountOf(service, company));
  };
  return {
    async obstacle(company) {
      const found = await account(company);
      if (!found) return 'not-set-up';
      return ctx.outbound.allows(`${found.address}/`) ? undefined : 'not-listed';
    },
    async send(message) {
      const { company } = message.template;
      const found = await account(company);
      const mobile = mobileOf(message.mobile);
      if (!found) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
      if (mobile === undefined) return { outcome: 'refused', reason: 'bad-address' };
      const request = (company === '1' ? aliRequest : tencentRequest)(found, { ...message, mobile }, { now: ctx.clock.now(), nonce: ctx.newId() });
      try {
        return smsResult(company, await ctx.outbound.send({ ...request, timeoutMs: TIMEOUT_MS }));
      } catch (error) {
        return smsFailure(error);
      }
    },
  };
};
