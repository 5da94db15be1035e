import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { ModelInForce } from '../model/model-in-force.ts';
import type { Ctx } from '../tables/tables.ts';
import { agreementTable } from '../tables/usage.table.ts';

/** Whether the person has seen what goes to this host. Text without masks needs an agreement that says so. */
export async function hasAgreed(ctx: Ctx, { host, unmasked }: ModelInForce): Promise<boolean> {
  const [row] = await agreementTable
    .everywhere(ctx, "the caller's own agreement", 'one')
    .where('one.userId', '=', ctx.user.userId)
    .where('one.host', '=', host)
    .execute();
  return row !== undefined && (row.unmasked || !unmasked);
}

/** @throws AppError `assistant.not-agreed` */
export async function requireAgreement(ctx: Ctx, model: ModelInForce): Promise<void> {
  if (!(await hasAgreed(ctx, model))) throw new AppError('assistant.not-agreed', { code: EnvelopeCode.Refused, params: { host: model.host } });
}

/** Keeps that the person agrees. @throws AppError `assistant.other-host` when it is about another host than the one that is asked now */
export async function agree(ctx: Ctx, { host, unmasked }: { readonly host: string; readonly unmasked: boolean }, model: ModelInForce): Promise<void> {
  if (host !== model.host || unmasked !== model.unmasked)
    throw new AppError('assistant.other-host', { code: EnvelopeCode.Conflict, params: { host: model.host } });
  await sql`
    insert into assistant.agreement (user_id, host, unmasked, agreed_at) values (${ctx.user.userId}, ${host}, ${unmasked}, ${ctx.clock.now()})
    on conflict (user_id, host) do update set unmasked = excluded.unmasked or agreement.unmasked, agreed_at = excluded.agreed_at`.execute(ctx.db);
  ctx.audit({ subject: 'assistant-agreement', subjectId: host, after: { host, unmasked } });
}
