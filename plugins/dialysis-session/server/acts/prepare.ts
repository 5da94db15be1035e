import { AppError } from '@nephra/plugin-sdk/contract';
import { coSigner } from '@nephra/plugin-sdk/server';
import { CHECK1_ITEMS, CHECK2_ITEMS, FIELDS, type FieldValues } from '../../contract/fields.ts';
import type { ActReply, SessionPlan } from '../../contract/session.schema.ts';
import { BEDSIDE_MENU } from '../../contract/limits.ts';
import { CO_SIGN_CHECK2 } from '../../contract/co-sign.ts';
import { fieldFlaw, flawsIn } from '../../domain/plausible.ts';
import { ADJUST_FIELDS } from '../../contract/fields.ts';
import { isCheckFine, isCheckWhole } from '../../domain/sheet.ts';
import { ufByWeight } from '../../domain/weights.ts';
import { factsOf, plannedUfRate } from '../reading/around.ts';
import type { Ctx } from '../tables/tables.ts';
import { actOn, assertFlawless, assertMay, guardError, type Passes, type Sent } from './act.ts';
import { withSection } from './sections.ts';

interface ConfirmBody extends Sent {
  readonly ufTarget: number | null;
  readonly minutes: number;
  readonly passes?: Passes;
}

/**
 * The doctor confirms: what is in force is copied, with the volume and the minutes of today. May be done again until the end; each time is an entry, and
 * a treatment that runs keeps its copy of what was confirmed at the start except for volume and minutes.
 */
export const confirm = (ctx: Ctx, id: string, body: ConfirmBody): Promise<ActReply> =>
  actOn(ctx, id, 'confirm', body, { ufTarget: body.ufTarget, minutes: body.minutes, passes: body.passes ?? [] }, async ({ session, around: of, time }) => {
    const wrong = fieldFlaw('minutes', body.minutes, ADJUST_FIELDS.minutes);
    if (wrong) assertFlawless([wrong]);
    const dry = of.bedside?.dryWeight?.kg ?? null;
    const volume = body.ufTarget ?? ufByWeight(session.preWeight === null ? null : Number(session.preWeight), dry);
    const rate = plannedUfRate(session, of, volume, body.minutes);
    const ufRateHigh = rate !== null && rate > of.limits.ufRateHigh;
    assertMay(ctx, 'confirm', factsOf(ctx, session, of, { ufRateHigh }), body.passes);
    const frozen = session.state === 3 ? session.plan : null;
    const plan = frozen ?? copyOf(of.bedside, dry);
    if (!plan) throw guardError('no-prescription');
    const { userId, userName, enCode } = ctx.user;
    return {
      patch: {
        plan: { ...plan, ufTarget: volume, minutes: body.minutes },
        ...{ confirmedAt: new Date(time.at), doctorId: userId, doctorName: userName, doctorNo: enCode, minutes: body.minutes },
      },
      content: { ufTarget: volume, minutes: body.minutes, rate, prescriptionId: plan.prescription.prescriptionId, passes: body.passes ?? [] },
    };
  });

function copyOf(bedside: Parameters<typeof factsOf>[2]['bedside'], dryWeight: number | null): SessionPlan | undefined {
  if (!bedside?.prescription || !bedside.access) return undefined;
  const { prescription, access, zone } = bedside;
  return { prescription, access, zone, dryWeight, ufTarget: prescription.ufTarget, minutes: prescription.minutes };
}

/** @throws AppError `dialysis-session.check-incomplete` where an item was not looked at */
function assertChecked(fields: FieldValues, section: 'check1' | 'check2'): void {
  assertFlawless(flawsIn(fields, FIELDS[section]));
  if (!isCheckWhole(fields, section === 'check1' ? CHECK1_ITEMS : CHECK2_ITEMS)) throw new AppError('dialysis-session.check-incomplete');
}

interface CheckBody extends Sent {
  readonly fields: FieldValues;
  readonly passes?: Passes;
}

/** First check. What is not right is written down all the same: then nothing starts before it is put right, or passed with a reason. */
export const check1 = (ctx: Ctx, id: string, body: CheckBody): Promise<ActReply> =>
  actOn(ctx, id, 'check1', body, { fields: body.fields, passes: body.passes ?? [] }, async ({ session, around: of, time }) => {
    assertChecked(body.fields, 'check1');
    assertMay(ctx, 'check1', factsOf(ctx, session, of), body.passes);
    return {
      patch: { ...withSection(session, 'check1', body.fields, ctx.user, time.at), check1At: new Date(time.at), check1By: ctx.user.userId },
      content: { fields: body.fields, fine: isCheckFine(body.fields), passes: body.passes ?? [] },
    };
  });

/**
 * Second check: the person who is signed in, or another one who signed at this device. Never who did the first one.
 * @throws AppError `dialysis-session.guard.same-person`, `dialysis-session.second-right`
 */
export const check2 = (ctx: Ctx, id: string, body: CheckBody & { readonly signature?: string }): Promise<ActReply> =>
  actOn(ctx, id, 'check2', body, { fields: body.fields }, async ({ session, around: of, time }) => {
    assertChecked(body.fields, 'check2');
    const second = await secondPerson(ctx, session.id, session.orgId, body.signature);
    assertMay(ctx, 'check2', factsOf(ctx, session, of, { secondId: second.userId }));
    return {
      patch: { ...withSection(session, 'check2', body.fields, second, time.at), check2At: new Date(time.at), check2By: second.userId },
      content: { fields: body.fields },
      ...(second.userId !== ctx.user.userId && { second }),
    };
  });

/** Who signs as the second one. */
export async function secondPerson(ctx: Ctx, sessionId: string, orgId: string, signature: string | undefined) {
  const right = `${BEDSIDE_MENU}:btn_check2`;
  if (signature === undefined) {
    if (!ctx.can(right)) throw new AppError('dialysis-session.second-right');
    return { userId: ctx.user.userId, userName: ctx.user.userName };
  }
  return await ctx.service(coSigner).redeem(signature, { act: CO_SIGN_CHECK2, subject: sessionId, right, orgId, besides: ctx.user.userId });
}
