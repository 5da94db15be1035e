import { implement } from '@nephra/plugin-sdk/server';
import { sessionContract } from '../contract/session.contract.ts';
import { checkIn, miss, undoCheckIn } from './acts/arrive.ts';
import { abort, close, end, reopen } from './acts/finish.ts';
import { give } from './acts/give.ts';
import { check1, check2, confirm } from './acts/prepare.ts';
import { adjust, event, reading, start, undoStart } from './acts/run.ts';
import { correct, saveSection } from './acts/sections.ts';
import { todayOf } from './day/today.query.ts';
import { wholeOf } from './reading/whole-session.ts';
import type { SessionDb } from './tables/tables.ts';

export const sessionRoutes = implement<SessionDb>()(sessionContract, {
  today: ({ query }, ctx) => todayOf(ctx, query),
  async session({ params }, ctx) {
    const whole = await wholeOf(ctx, params.id);
    ctx.audit({ subject: 'dialysis-session', subjectId: whole.id, patientId: whole.patient.patientId });
    return whole;
  },
  checkIn: ({ body }, ctx) => checkIn(ctx, body),
  undoCheckIn: ({ params, body }, ctx) => undoCheckIn(ctx, params.id, body),
  miss: ({ body }, ctx) => miss(ctx, body),
  save: ({ params, body }, ctx) => saveSection(ctx, params.id, params.section, body),
  confirm: ({ params, body }, ctx) => confirm(ctx, params.id, body),
  check1: ({ params, body }, ctx) => check1(ctx, params.id, body),
  start: ({ params, body }, ctx) => start(ctx, params.id, body),
  undoStart: ({ params, body }, ctx) => undoStart(ctx, params.id, body),
  check2: ({ params, body }, ctx) => check2(ctx, params.id, body),
  reading: ({ params, body }, ctx) => reading(ctx, params.id, body),
  event: ({ params, body }, ctx) => event(ctx, params.id, body),
  adjust: ({ params, body }, ctx) => adjust(ctx, params.id, body),
  give: ({ params, body }, ctx) => give(ctx, params.id, params.orderId, body),
  end: ({ params, body }, ctx) => end(ctx, params.id, body),
  abort: ({ params, body }, ctx) => abort(ctx, params.id, body),
  close: ({ params, body }, ctx) => close(ctx, params.id, body),
  reopen: ({ params, body }, ctx) => reopen(ctx, params.id, body),
  correct: ({ params, body }, ctx) => correct(ctx, params.id, body),
});
