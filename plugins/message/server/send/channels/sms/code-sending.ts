import { CODE_KIND, type CodeSender, type CodeToSend, messageTemplates, type SmsTemplateText } from '@nephra/plugin-sdk/server';
import type { ReadCtx } from '../../../tables/tables.ts';
import { smsSendingIn } from './sms-sending.ts';

const PARAMS: readonly (keyof CodeToSend)[] = ['code', 'minutes', 'system'];

/** Codes in the wording that the site had approved, by the same provider as every other text message. */
export const codeSendingIn = (ctx: ReadCtx): CodeSender => {
  const sending = smsSendingIn(ctx);
  /** Without the code in it nobody could type it in. */
  const wording = async (): Promise<SmsTemplateText | undefined> => {
    const sms = (await ctx.optionalService(messageTemplates)?.ofKind(CODE_KIND))?.sms;
    return sms?.params.includes('code') && sms.params.every((name) => (PARAMS as readonly string[]).includes(name)) ? sms : undefined;
  };
  return {
    async ready() {
      const sms = await wording();
      return sms !== undefined && (await sending.obstacle(sms.company)) === undefined;
    },
    async send({ mobile, code, minutes, system, id }) {
      const template = await wording();
      if (!template) return { outcome: 'refused', reason: 'no-template' };
      return await sending.send({ mobile, template, params: { code, minutes: String(minutes), system }, id });
    },
  };
};
