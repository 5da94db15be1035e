import { recordPage } from '@nephra/plugin-sdk/widgets';
import { smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import { SmsTest } from './sms-test.dialog.tsx';
import { TemplatePreview } from './template-preview.dialog.tsx';

/** Text messages as a provider has approved them. */
export const Page = recordPage(smsTemplateContract, {
  columns: { company: { width: 128 }, content: { minWidth: 240 } },
  inlineActions: 3,
  rowActions: [
    {
      button: 'btn_preview',
      panel: ({ templateName, signContent, content }, close) => (
        <TemplatePreview template={{ name: templateName, content: `【${signContent}】${content}` }} onClose={close} />
      ),
    },
    {
      button: 'btn_test',
      panel: ({ id, templateName, content }, close) => <SmsTest template={{ id, templateName, content }} onClose={close} />,
    },
  ],
});
