import type { PublicUserRow } from '../../../contract/public/public-user.contract.ts';
import { WRITE_HOURS } from '../../../contract/public/public-limits.ts';
import { coveredOpenId } from '../../../domain/public/covered-open-id.ts';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import { publicUserTable, type PublicUserStored } from '../../tables/public.table.ts';
import { dataRights } from '@nephra/plugin-sdk/server';
import type { Ctx, ReadCtx } from '../../tables/tables.ts';

const WRITE_MS = WRITE_HOURS * 3_600_000;
/** The service's clock is not ours: a message that it would refuse is not offered. */
const MARGIN_MS = 60_000;

/** Whether somebody may be written to freely, as far as we know. */
export const mayWriteTo = (ctx: Pick<ReadCtx, 'clock'>, { subscribed, lastAt }: Pick<PublicUserStored, 'subscribed' | 'lastAt'>): boolean =>
  subscribed && lastAt !== null && ctx.clock.steady().getTime() - lastAt.getTime() < WRITE_MS - MARGIN_MS;

export interface SeenPatient {
  readonly id: string;
  readonly name: string;
  readonly outpatientNo: string;
}

/** Of these files those that the caller may see; undefined names where the plugin of patients is off. */
export async function patientsSeen(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, SeenPatient>> {
  const directory = ctx.optionalService(patientDirectory);
  const wanted = [...new Set(ids.filter((id) => id !== ''))];
  if (!directory || wanted.length === 0) return new Map();
  const rights = dataRights(ctx, 'his.patient');
  const reached = await directory.rowFilter(ctx.user.orgIds, rights)?.among(wanted);
  const rows = await directory.list(reached ? wanted.filter((id) => reached.has(id)) : wanted, ctx.user.orgIds);
  return new Map(rows.map((row) => [row.patientId, { id: row.patientId, name: row.patientName, outpatientNo: row.outpatientCode }]));
}

/** As the page shows them. */
export async function shownFollowers(ctx: Ctx, rows: readonly PublicUserStored[]): Promise<PublicUserRow[]> {
  const patients = await patientsSeen(
    ctx,
    rows.map(({ patientId }) => patientId),
  );
  return rows.map((row): PublicUserRow => {
    const patient = patients.get(row.patientId);
    return {
      ...{ id: row.id, openId: coveredOpenId(row.openId), subscribed: row.subscribed ? 1 : 0, subscribeTime: row.subscribedAt?.getTime() ?? 0 },
      ...{ lastTime: row.lastAt ? ctx.clock.shown(row.lastAt).getTime() : 0, mayWrite: mayWriteTo(ctx, row) ? 1 : 0, tags: [...row.tags] },
      ...{ patientId: patient?.id ?? '', patientName: patient?.name ?? '', outpatientNo: patient?.outpatientNo ?? '' },
      ...{ bound: row.patientId === '' ? 0 : 1, boundTime: row.boundAt?.getTime() ?? 0 },
    };
  });
}

/** Followers that a callback or a sync finds; no person reads the answer. */
export const followerOf = (ctx: Pick<ReadCtx, 'db'>, openId: string): Promise<PublicUserStored | undefined> =>
  publicUserTable.everywhere(ctx, 'who the service speaks of', 'follower').where('follower.openId', '=', openId).executeTakeFirst();
