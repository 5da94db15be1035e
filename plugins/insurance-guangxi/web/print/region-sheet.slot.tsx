import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { useRunOnce } from '@nephra/plugin-sdk/widgets';
import { gxSheetContract } from '../../contract/index.ts';
import { gxSheetHtml } from './gx-sheet.html.ts';

/** Facility codes of Guangxi begin so. */
const PREFIX = 'H45';

/** The settlement sheet in the form of Guangxi; only for facilities there. */
export function Slot({ billId, fixmedinsCode }: SlotPoints['charging/region-sheet@1']) {
  const ctx = usePlugin();
  const { busy, run } = useRunOnce();
  if (!fixmedinsCode.startsWith(PREFIX) || !ctx.can('his.charging:btn_print')) return null;
  const print = async () => {
    const [sheet] = (await createClient(gxSheetContract, ctx.http).printGx({ query: { chargeId: billId } })).data.list;
    if (sheet) await ctx.print(gxSheetHtml(ctx.t, sheet, ctx.language));
  };
  return (
    <Button theme="light" type="primary" loading={busy} onClick={() => run(print)}>
      {ctx.t('print.button')}
    </Button>
  );
}
