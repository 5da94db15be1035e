import { recordPage } from '@nephra/plugin-sdk/widgets';
import { messageTemplateContract } from '../../contract/template/message-template.contract.ts';
import { TemplatePreview } from './template-preview.dialog.tsx';

/** Messages that plugins and tasks send. */
export const Page = recordPage(messageTemplateContract, {
  columns: { category: { width: 96 }, noticeMethod: { minWidth: 160 } },
  inlineActions: 3,
  rowActions: [
    {
      button: 'btn_preview',
      panel: ({ fullName, title, content }, close) => <TemplatePreview template={{ name: fullName, title, content }} onClose={close} />,
    },
  ],
});
