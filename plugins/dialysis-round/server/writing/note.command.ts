import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dialysisRounds } from '../../../dialysis-session/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { ROUND_MENU } from '../../contract/limits.ts';
import type { NoteContent, NoteView } from '../../contract/round.schema.ts';
import { notesOf, noteView } from '../reading/notes.query.ts';
import { requirePatient } from '../reading/visible.ts';
import { noteTable } from '../tables/note.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { tellRound } from './tell-round.ts';

interface Written {
  readonly patientId: string;
  readonly sessionId: string;
  readonly content: NoteContent;
  readonly corrects: string;
  readonly reason: string;
  readonly sign: boolean;
}

const MIN_REASON = 2;

/** @throws AppError `dialysis-round.correction-reason` where a signed note is corrected without a reason, `dialysis-round.not-found` for a note of somebody else */
async function assertCorrectable(ctx: Ctx, { corrects, patientId, reason }: Written): Promise<void> {
  const before = await noteTable.one(ctx, corrects);
  if (before.patientId !== patientId) throw new AppError('dialysis-round.not-found', { code: EnvelopeCode.NotFound });
  if (before.signedAt !== null && reason.trim().length < MIN_REASON) {
    throw new AppError('dialysis-round.correction-reason', { code: EnvelopeCode.Invalid, fields: [{ path: 'reason', msg: '' }] });
  }
}

/** @throws AppError `dialysis-round.not-found` for a treatment of somebody else */
async function assertTreatmentOf(ctx: Ctx, sessionId: string, patientId: string): Promise<void> {
  const whose = await ctx.service(dialysisRounds).patientOf(sessionId, ctx.user.orgIds);
  const ids = await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds);
  if (whose === undefined || !ids.includes(whose)) throw new AppError('dialysis-round.not-found', { code: EnvelopeCode.NotFound });
}

/** Writes a note; nothing that stands is changed. That a note is corrected once is the index's to say. */
export async function writeNote(ctx: Ctx, written: Written): Promise<NoteView> {
  const { patientId, sessionId, content, corrects, reason, sign } = written;
  const patient = await requirePatient(ctx, patientId);
  if (sign && !ctx.can(`${ROUND_MENU}:btn_sign`)) throw new AppError('dialysis-round.sign-right', { code: EnvelopeCode.Forbidden });
  if (corrects !== '') await assertCorrectable(ctx, written);
  if (sessionId !== '') await assertTreatmentOf(ctx, sessionId, patientId);
  const [now, { userId, userName }] = [ctx.clock.now(), ctx.user];
  const row = await noteTable.insert(ctx, {
    ...{ orgId: patient.orgId, patientId, sessionId, day: ctx.clock.today(), content, authorId: userId, authorName: userName, writtenAt: now },
    ...{ signedAt: sign ? now : null, signedById: sign ? userId : '', signedByName: sign ? userName : '' },
    ...{ corrects: corrects === '' ? null : corrects, reason: reason.trim() },
  });
  ctx.audit({ subject: 'round-note', subjectId: row.id, patientId, after: { ...content, corrects, signed: sign } });
  ctx.message(sign ? 'note-signed' : 'note-written');
  await tellRound(ctx, patient.orgId, patientId);
  return noteView(row);
}

/** Signs a note as it was read; one that is signed already stays as it is. @throws AppError `dialysis-round.corrected` where another took its place */
export async function signNote(ctx: Ctx, id: string, version: number): Promise<NoteView> {
  const row = await noteTable.lock(ctx, id);
  await requirePatient(ctx, row.patientId);
  if (row.signedAt !== null) return noteView(row);
  if (row.version !== version) throw new AppError('dialysis-round.stale', { code: EnvelopeCode.Conflict });
  const known = (await notesOf(ctx, [row.patientId])).find(({ noteId }) => noteId === id);
  if ((known?.correctedBy ?? '') !== '') throw new AppError('dialysis-round.corrected', { code: EnvelopeCode.Conflict });
  const { userId, userName } = ctx.user;
  const signed = await noteTable.update(ctx, row, { signedAt: ctx.clock.now(), signedById: userId, signedByName: userName });
  ctx.audit({ subject: 'round-note', subjectId: id, patientId: row.patientId, after: { signed: true } });
  ctx.message('note-signed');
  await tellRound(ctx, row.orgId, row.patientId);
  return noteView(signed);
}
