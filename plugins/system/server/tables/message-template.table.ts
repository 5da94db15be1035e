import { column, defineTable, fieldColumns, kept } from '@nephra/plugin-sdk/server';
import { messageTemplate } from '../../contract/template/message-template.contract.ts';

export const messageTemplateTable = defineTable(
  'system.message_template',
  { id: column.id(), ...fieldColumns(messageTemplate), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode', 'title'), ...kept },
  {
    scope: 'installation',
    unique: { message_template_code_idx: ['enCode'] },
    taken: { enCode: ['template-code-taken', 'code'] },
    errorPrefix: 'template',
  },
);
