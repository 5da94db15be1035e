import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ProposedLine } from '../../contract/ledger/proposals.service.ts';
import { proposalTable } from '../tables/proposal.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import type { CompiledLine } from './compile-lines.ts';

/** Entries that came out of stock where they were used. */
export const outAmong = (lines: readonly ProposedLine[]): ReadonlySet<string> =>
  new Set(lines.filter(({ alreadyOut }) => alreadyOut === true).map(({ drugId }) => drugId));

/** The same of a prescription that another plugin proposed, so that a doctor who changes it has nothing handed out a second time. */
export async function goodsOutOf(ctx: Pick<ServerContext<PrescriptionDb>, 'db'>, dpId: string): Promise<ReadonlySet<string>> {
  const proposal = await proposalTable
    .everywhere(ctx, 'of a prescription that was found behind its own door', 'p')
    .where('p.dpId', '=', dpId)
    .executeTakeFirst();
  return outAmong(proposal?.lines ?? []);
}

/** Lines of which the pharmacy hands nothing out. */
export const withGoodsOut = <L extends Pick<CompiledLine, 'drugId' | 'stockKept'>>(lines: readonly L[], out: ReadonlySet<string>): L[] =>
  lines.map((line) => (out.has(line.drugId) ? { ...line, stockKept: false } : line));
