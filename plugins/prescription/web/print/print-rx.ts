import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { prescribingContract } from '../../contract/index.ts';
import { rxSheetHtml } from './rx-sheet.html.ts';

/** Reads the sheets of a saved prescription and opens the browser's print preview with them. A failure is told by the call itself. */
export async function printRx(ctx: WebContext, dpId: string): Promise<void> {
  const { data } = await createClient(prescribingContract, ctx.http).print({ params: { id: dpId } });
  ctx.print(rxSheetHtml(ctx.t, data, ctx.user.organizeName));
}
