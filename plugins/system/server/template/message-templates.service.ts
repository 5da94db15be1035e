import { IN_PRODUCT, type MessageTemplates, type MessageTemplateText, type ServerContext } from '@nephra/plugin-sdk/server';
import { templateParameters } from '../../domain/template/template-text.ts';
import { messageTemplateTable } from '../tables/message-template.table.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';
import type { SystemDb } from '../tables/tables.ts';

const URGENCIES = { '1': 'normal', '2': 'important', '3': 'urgent' } as const;

/** Templates in use, for the plugin that sends messages. */
export const templatesOfKinds = (ctx: ServerContext<SystemDb>): MessageTemplates => ({
  async ofKind(kind): Promise<MessageTemplateText | undefined> {
    const found = await messageTemplateTable
      .everywhere(ctx, 'wording of a kind of message, whoever receives it', 'template')
      .where('template.enCode', '=', kind)
      .where('template.enabled', '=', true)
      .executeTakeFirst();
    if (!found) return undefined;
    const sms =
      found.isSms && found.smsId !== null
        ? await smsTemplateTable
            .everywhere(ctx, 'the text message that a kind of message goes as', 'sms')
            .where('sms.id', '=', found.smsId)
            .where('sms.enabled', '=', true)
            .executeTakeFirst()
        : undefined;
    const ways = { [IN_PRODUCT]: found.isStationLetter, mail: found.isEmail, wecom: found.isWecom, dingtalk: found.isDingTalk, sms: sms !== undefined };
    return {
      ...{ title: found.title, content: found.content, urgency: URGENCIES[found.category as keyof typeof URGENCIES] ?? 'normal' },
      channels: Object.entries(ways).flatMap(([code, on]) => (on ? [code] : [])),
      sms: sms && {
        ...{ company: sms.company === '2' ? '2' : '1', templateId: sms.templateId, appId: sms.appId, signName: sms.signContent, content: sms.content },
        params: templateParameters(sms.content),
      },
    };
  },
});
