import { type MessageChannel, messageTemplates, type SmsCompany, siteConfig } from '@nephra/plugin-sdk/server';
import { mobileOf } from '../../../../domain/send/address.ts';
import type { ReadCtx } from '../../../tables/tables.ts';
import { addressesOf } from '../addresses.query.ts';
import { smsSendingIn } from './sms-sending.ts';

/**
 * Text messages. Providers send approved wordings alone, so a kind goes by text message where a message template of its code names one; open parameters
 * of the message fill it. No provider recognises what it got before.
 */
export const smsChannel = (ctx: ReadCtx): MessageChannel => {
  const sending = smsSendingIn(ctx);
  return {
    code: 'sms',
    title: { zh: '短信', zhtw: '簡訊', en: 'Text message' },
    limits: { atOnce: 4, perMinute: 60 },
    recognisesRepeats: false,
    async ready() {
      const service = ctx.optionalService(siteConfig);
      if (!service) return false;
      const company = String((await service.read()).values.smsCompany ?? '1') as SmsCompany;
      return (await sending.obstacle(company === '2' ? '2' : '1')) === undefined;
    },
    serves: async (kind) => (await ctx.optionalService(messageTemplates)?.ofKind(kind))?.sms !== undefined,
    addresses: (people) => addressesOf(ctx, people, 'mobile', (text) => mobileOf(text) !== undefined),
    async send({ id, address, kind, params }) {
      const sms = (await ctx.optionalService(messageTemplates)?.ofKind(kind))?.sms;
      if (!sms) return { outcome: 'refused', reason: 'no-template' };
      if (sms.params.some((name) => !Object.hasOwn(params, name))) return { outcome: 'refused', reason: 'no-template', said: sms.params.join(', ') };
      return await sending.send({ mobile: address, template: sms, params, id });
    },
  };
};
