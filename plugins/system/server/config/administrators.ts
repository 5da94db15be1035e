import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import type { Administrator } from '../../contract/config/config.contract.ts';
import type { Ctx } from '../tables/tables.ts';

const people = ({ db }: Ctx) =>
  // rows: who may do everything is a matter of the installation, and administrators alone ask
  db.selectFrom('core.user_account').where('deleted_at', 'is', null);

/** @throws AppError `core.system-only` (403) */
export async function administrators(ctx: Ctx): Promise<Administrator[]> {
  requireSystemAdministrator(ctx);
  return await people(ctx).select(['id', 'account', 'real_name as realName']).where('is_administrator', '=', true).orderBy('account').execute();
}

/**
 * Says who may do everything. Changes come one after another, and each caller stays an administrator: of two who take the right from each other at the same
 * moment the second one has it no more.
 * @throws AppError `core.system-only` (403), `system.config-admin-self`, `system.config-admin-unknown` (400)
 */
export async function setAdministrators(ctx: Ctx, adminIds: readonly string[]): Promise<Administrator[]> {
  requireSystemAdministrator(ctx);
  const now = await people(ctx).select(['id', 'account']).where('is_administrator', '=', true).orderBy('id').forUpdate().execute();
  if (!now.some(({ id }) => id === ctx.user.userId)) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
  if (!adminIds.includes(ctx.user.userId)) throw new AppError('system.config-admin-self', { code: EnvelopeCode.Invalid });
  const were = new Set(now.map(({ id }) => id));
  const coming = adminIds.filter((id) => !were.has(id));
  const going = [...were].filter((id) => !adminIds.includes(id));
  const able = coming.length === 0 ? [] : await people(ctx).select('id').where('id', 'in', coming).where('enabled', '=', true).execute();
  if (able.length !== coming.length) throw new AppError('system.config-admin-unknown', { code: EnvelopeCode.Invalid });
  // rows: by their ids; who may do everything is a matter of the installation
  const turn = (ids: readonly string[], is_administrator: boolean) =>
    ctx.db
      .updateTable('core.user_account')
      .set({ is_administrator })
      .where('id', 'in', [...ids])
      .execute();
  if (coming.length > 0) await turn(coming, true);
  if (going.length > 0) await turn(going, false);
  const after = await administrators(ctx);
  if (coming.length + going.length > 0)
    ctx.audit({
      subject: 'administrators',
      before: { accounts: now.map(({ account }) => account).sort() },
      after: { accounts: after.map(({ account }) => account) },
    });
  ctx.message('config.saved');
  return after;
}
