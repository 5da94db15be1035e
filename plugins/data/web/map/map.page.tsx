import { createClient } from '@nephra/plugin-sdk/web';
import { pickFile, recordPage, sizeText, toldImport } from '@nephra/plugin-sdk/widgets';
import { mapContract } from '../../contract/map/map.contract.ts';
import { MapPreview } from './map-preview.dialog.tsx';

/** Maps that pages draw: names, shapes from a file, and how they look (spec 2.5-06). */
export const Page = recordPage(mapContract, {
  columns: {
    features: { width: 110 },
    dataSize: { width: 130, render: ({ dataSize }) => (dataSize > 0 ? sizeText(dataSize) : '–') },
  },
  inlineActions: 3,
  rowActions: [
    { button: 'btn_preview', panel: ({ id, fullName }, close) => <MapPreview id={id} name={fullName} onClose={close} /> },
    {
      button: 'btn_upload',
      run: async ({ id }, page) =>
        pickFile('.json', async (file) => {
          const { ctx } = page;
          await toldImport(ctx.toast, (options) => createClient(mapContract, ctx.http).upload({ params: { id }, body: { file } }, options));
          await page.reload();
        }),
    },
  ],
});
