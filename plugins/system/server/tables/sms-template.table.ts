import { column, defineTable, fieldColumns, kept } from '@nephra/plugin-sdk/server';
import { smsTemplate } from '../../contract/template/sms-template.contract.ts';

export const smsTemplateTable = defineTable(
  'system.sms_template',
  { id: column.id(), ...fieldColumns(smsTemplate), enabled: column.flag(), searchGrams: column.grams('templateName', 'templateId', 'content'), ...kept },
  {
    scope: 'installation',
    unique: { sms_template_code_idx: ['templateId'] },
    taken: { templateId: ['template-id-taken', 'code'] },
    errorPrefix: 'template',
  },
);
