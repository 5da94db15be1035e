import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useRunOnce } from '@nephra/plugin-sdk/widgets';
import type { BillPrintProps } from '@nephra/plugins/charging';
import { sheetContract } from '../../contract/index.ts';
import { islandSheetHtml } from './island-sheet.html.ts';

/** Facility codes of the province begin so; every region's slot is asked, and draws nothing for the others. */
const PREFIX = 'H46';

/** The button that prints the sheet, in place of the general one. */
export function Slot({ billId, fixmedinsCode }: BillPrintProps) {
  const ctx = usePlugin();
  const { busy, run } = useRunOnce();
  if (!fixmedinsCode.startsWith(PREFIX) || !ctx.can('his.charging:btn_print')) return null;
  const print = async () => {
    const { data } = await createClient(sheetContract, ctx.http).sheet({ params: { billId } });
    await ctx.print(islandSheetHtml(ctx.t, data, ctx.language));
  };
  return (
    <Button theme="light" type="primary" loading={busy} onClick={() => run(print)}>
      {ctx.t('print.button')}
    </Button>
  );
}
