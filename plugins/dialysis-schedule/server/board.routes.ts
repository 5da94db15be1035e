import { dataRights, implement } from '@nephra/plugin-sdk/server';
import { AppError, dayAfter, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory } from '../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../patient/contract/index.ts';
import { boardContract } from '../contract/board.contract.ts';
import { planContract } from '../contract/plan.contract.ts';
import { BOARD_MENU } from '../contract/limits.ts';
import { settings } from '../contract/settings.ts';
import { boardOf, exceptionsBetween, presentClosure, weeksOfPatient } from './board/board.query.ts';
import { contactsOf } from './board/contacts.query.ts';
import { changesOn } from './board/changes.query.ts';
import { missedOf, preparationOf, unplannedOn } from './board/lists.query.ts';
import { sharedAnswer } from './board/shared-answers.ts';
import { addPlace, attend, movePlace, restorePlace, suspendPlace, swapPlaces } from './board/slot.command.ts';
import { closeDay, previewClosure, undoClosure } from './plan/closure.command.ts';
import { materialise } from './plan/materialise.ts';
import { firstPlannedDay } from './plan/plan-ahead.job.ts';
import { changeRota, putOnRota, removeFromRota, rotaBetween } from './plan/rota.command.ts';
import { applyTemplate, saveTemplate } from './plan/template.command.ts';
import { closureTable, templateTable } from './tables/plan.tables.ts';
import type { ScheduleDb } from './tables/tables.ts';

const MAX_CLOSURES = 200;
const NEWCOMER_LIMITS = ['serologyTransientDays', 'observationDays', 'syphilisTitre', 'hcvAntibodyApart', 'missingMarkersWait'] as const;

export const boardRoutes = implement<ScheduleDb>()(boardContract, {
  board: ({ query }, ctx) => boardOf(ctx, query.from, query.to),
  changes: ({ query: { date, ids, stamp = '' } }, ctx) =>
    sharedAnswer(ctx, stamp, [BOARD_MENU], ['changes', date, ids], () => changesOn(ctx, date, ids.split(','))),
  patientWeeks: async ({ params, query }, ctx) => ({ list: await weeksOfPatient(ctx, params.id, query.from, query.to) }),
  exceptions: async ({ query }, ctx) => ({ list: await exceptionsBetween(ctx, query.from, query.to) }),
  unplanned: ({ query: { date, keyword = '', stamp = '' } }, ctx) =>
    sharedAnswer(ctx, stamp, [BOARD_MENU, 'his.patient'], ['unplanned', date, keyword.trim()], () => unplannedOn(ctx, date, keyword)),
  contacts: ({ params, query }, ctx) => contactsOf(ctx, params.id, query.days),
  newcomerRules: (_input, ctx) => ctx.service(dialysisDirectory).someLimits(ctx.user.orgId, NEWCOMER_LIMITS),
  preparation: ({ query }, ctx) => preparationOf(ctx, query.date, query.shiftId),
  async add({ body }, ctx) {
    // Named by the caller: somebody whose file they may not see is nobody.
    const file = await ctx.service(patientDirectory).get(body.patientId, [ctx.user.orgId], dataRights(ctx, 'his.patient'));
    if (!file) throw new AppError('dialysis-schedule.no-such-patient', { code: EnvelopeCode.NotFound });
    const facts = (await ctx.service(dialysisDirectory).planning([body.patientId], [ctx.user.orgId], body.date)).get(body.patientId);
    return await addPlace(ctx, body, facts?.transient === true);
  },
  move: ({ params, body: { version, reason, zoneReason, ...place } }, ctx) => movePlace(ctx, { slotId: params.id, version }, place, { reason, zoneReason }),
  swap: ({ params, body }, ctx) => swapPlaces(ctx, { slotId: params.id, version: body.version }, { slotId: body.otherId, version: body.otherVersion }, body),
  suspend: ({ params, body }, ctx) => suspendPlace(ctx, { slotId: params.id, version: body.version }, body.reason.trim()),
  restore: ({ params, body }, ctx) => restorePlace(ctx, { slotId: params.id, version: body.version }),
  attendance: ({ params, body }, ctx) => attend(ctx, { slotId: params.id, version: body.version }, body.absent, body.absent ? body.reason : ''),
  missed: ({ query }, ctx) => missedOf(ctx, query),
  async materialise(_input, ctx) {
    const first = firstPlannedDay(ctx);
    const made = await materialise(ctx, ctx.user.orgId, first, dayAfter(first, (await ctx.setting(settings, 'horizonDays')) - 1));
    ctx.audit({ subject: 'dialysis-plan', subjectId: ctx.user.orgId, after: { ...made } });
    return made;
  },
});

export const planRoutes = implement<ScheduleDb>()(planContract, {
  async closures(_input, ctx) {
    const rows = await closureTable
      .select(ctx, 'c')
      .where('c.orgId', '=', ctx.user.orgId)
      .orderBy('c.date', 'desc')
      .orderBy('c.id')
      .limit(MAX_CLOSURES)
      .execute();
    return { list: rows.map(presentClosure) };
  },
  closurePreview: ({ body }, ctx) => previewClosure(ctx, body),
  close: ({ body: { fingerprint, ...closing } }, ctx) => closeDay(ctx, closing, fingerprint),
  undo: ({ params }, ctx) => undoClosure(ctx, params.id),
  async templates(_input, ctx) {
    const rows = await templateTable.select(ctx, 't').where('t.orgId', '=', ctx.user.orgId).orderBy('t.fullName').orderBy('t.id').execute();
    return { list: rows.map(({ id, fullName, lines, byName, updatedAt }) => ({ id, fullName, places: lines.length, byName, atTime: updatedAt.getTime() })) };
  },
  saveTemplate: ({ body }, ctx) => saveTemplate(ctx, body.fullName, body.monday),
  async removeTemplate({ params }, ctx) {
    const row = await templateTable.find(ctx, params.id);
    ctx.audit({ subject: 'dialysis-template', subjectId: params.id, ...(row && { before: { fullName: row.fullName } }) });
    if (row) await templateTable.retire(ctx, row);
    return null;
  },
  applyTemplate: ({ params, body }, ctx) => applyTemplate(ctx, params.id, body.monday, body.apply),
  rota: ({ query }, ctx) => rotaBetween(ctx, query.from, query.to),
  putRota: ({ body }, ctx) => putOnRota(ctx, body),
  changeRota: ({ params, body: { version, ...patch } }, ctx) => changeRota(ctx, params.id, version, patch),
  async removeRota({ params }, ctx) {
    await removeFromRota(ctx, params.id);
    return null;
  },
});
