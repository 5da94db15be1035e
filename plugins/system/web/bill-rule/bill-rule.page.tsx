import { IconUpload } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { downloadFile, pickFile, recordPage, toldImport } from '@nephra/plugin-sdk/widgets';
import { billRuleContract } from '../../contract/bill-rule/bill-rule.contract.ts';

/** Rules by which papers and files are numbered (spec 7.14). */
export const Page = recordPage(billRuleContract, {
  columns: { enCode: { minWidth: 150 }, usedFor: { minWidth: 170 }, example: { minWidth: 150 }, outputNumber: { minWidth: 130 } },
  rowActions: [
    {
      button: 'btn_download',
      run: ({ id }, { ctx }) => downloadFile(ctx, (options) => createClient(billRuleContract, ctx.http).exportFile({ params: { id } }, options)),
    },
  ],
  toolbar: [
    {
      button: 'btn_upload',
      icon: <IconUpload />,
      run: (page) =>
        pickFile('.json', async (file) => {
          const { ctx } = page;
          await toldImport(ctx.toast, (options) => createClient(billRuleContract, ctx.http).importFile({ body: { file } }, options));
          await page.reload();
        }),
    },
  ],
  ask: { disable: ({ fullName }, { t }) => t('rule.disableAsk', { name: fullName }) },
});
