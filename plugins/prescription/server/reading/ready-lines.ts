import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { DetailInput, PrescriptionDetail, SkippedLine } from '../../contract/index.ts';
import type { SessionPlan } from '../../../catalogue/contract/index.ts';
import { entriesBy, stockOf } from '../lines/entries.ts';
import type { CatalogueFacts } from '../../../catalogue/contract/index.ts';
import { type CompiledLines, compileLines } from '../lines/compile-lines.ts';
import { presentDetail } from './prescription.present.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** A line that was written down earlier, with the name that it had then. */
export interface KeptLine {
  readonly input: DetailInput;
  readonly drugName: string;
}

/** Parts what can still be sold from what cannot, and says why. */
export function sortOut(lines: readonly KeptLine[], entries: ReadonlyMap<string, CatalogueFacts>): { usable: DetailInput[]; skipped: SkippedLine[] } {
  const usable: DetailInput[] = [];
  const skipped: SkippedLine[] = [];
  for (const { input, drugName } of lines) {
    const entry = entries.get(input.drugId);
    if (entry?.enableMark) usable.push({ ...input, kind: entry.kind });
    else skipped.push({ drugId: input.drugId, drugName: entry?.drugName ?? drugName, reason: entry ? 'disabled' : 'deleted' });
  }
  return { usable, skipped };
}

/**
 * Lines of a package or an old prescription at the prices of `day`, today's unless told. What is no longer sold is left out and named, in the answer and in its
 * message; the rest is usable.
 */
export async function readyLines(
  ctx: Ctx,
  orgId: OrgId,
  lines: readonly KeptLine[],
  around: { reimWay: string; plan?: SessionPlan; day?: string },
): Promise<{ list: PrescriptionDetail[]; skipped: SkippedLine[]; compiled: CompiledLines }> {
  const entries = await entriesBy(
    ctx,
    orgId,
    lines.map(({ input }) => input.drugId),
    around.day,
  );
  const { usable, skipped } = sortOut(lines, entries);
  const compiled = compileLines(usable, entries, around);
  const stock = await stockOf(
    ctx,
    orgId,
    compiled.lines.filter((line) => line.stockKept).map((line) => line.drugId),
  );
  if (skipped.length > 0)
    ctx.message('linesSkipped', { names: skipped.map(({ drugName }) => drugName).join(ctx.language === 'en' ? ', ' : '、'), n: skipped.length });
  const list = compiled.lines.map((line, index) => presentDetail({ ...line, id: '', orgId, dpId: '', sortCode: index + 1 }, stock.get(line.drugId)));
  return { list, skipped, compiled };
}
