import { messageTemplates, provide, type ServerPart, small } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { messageTemplateRoutes } from './message-template.routes.ts';
import { templatesOfKinds } from './message-templates.service.ts';
import { smsTemplateRoutes } from './sms-template.routes.ts';

/** Templates of text messages and of messages. */
export const templatePart: ServerPart<SystemDb> = {
  name: 'template',
  implementations: [smsTemplateRoutes, messageTemplateRoutes],
  services: [provide(messageTemplates, templatesOfKinds)],
  tableSizes: { sms_template: small(500), message_template: small(500) },
};
