import { defineContract, del, get, listOf, post, put, Type } from '@nephra/plugin-sdk/contract';
import { ZONES } from '../../dialysis-file/contract/index.ts';
import { bulkRow, closureRow, day, id, nullable, reason, rotaEntry, shiftLoad } from './board.schema.ts';
import { MAX_NAME, MAX_REASON, MAY_PLAN } from './limits.ts';

const AT = '/api/his/dialysis-schedule';
const LOOK = 'perm:his.dialysisSchedule' as const;
const ROTA = 'perm:his.dialysisRota' as const;
const params = Type.Object({ id });
/** `shiftId` empty: the whole day. */
const closing = Type.Object({ date: day, shiftId: Type.String({ maxLength: 64 }), movedTo: nullable(day), reason });
const undoReply = Type.Object({
  back: Type.Integer(),
  /** Names of those whom people moved since: they stay where they are. Empty: somebody whom the caller's data rights hide. */
  left: Type.Array(Type.String()),
});
const zoneOrAny = Type.Unsafe<'' | (typeof ZONES)[number]>(Type.Union([Type.Literal(''), ...ZONES.map((one) => Type.Literal(one))]));

/** Closed days with their moves in bulk, weeks kept as templates, and who works when. */
export const planContract = defineContract('dialysis-plan', {
  closures: get(`${AT}/Closure`, {
    summary: 'Closed days, the newest first, undone ones among them; at most 200',
    need: LOOK,
    audit: 'read',
    reply: listOf(closureRow),
  }),
  /** Nothing is written. `fingerprint` goes along when it is applied. Whom the caller's data rights hide has neither id nor name. */
  closurePreview: post(`${AT}/Closure/Actions/Preview`, {
    summary: 'Who would go where if a day, or a shift, were closed',
    need: MAY_PLAN,
    audit: 'read-patient',
    retry: 'natural',
    body: closing,
    reply: Type.Object({ list: Type.Array(bulkRow), fingerprint: Type.String() }),
  }),
  /** Refused with `dialysis-schedule.preview-changed` where the board is no longer as the preview showed it. */
  close: post(`${AT}/Closure`, {
    summary: 'Close a day, or a shift, and move its patients as the preview says',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ ...closing.properties, fingerprint: Type.String({ maxLength: 100 }) }),
    reply: Type.Object({ id: Type.String(), moved: Type.Integer(), leftOut: Type.Integer() }),
  }),
  undo: post(`${AT}/Closure/{id}/Actions/Undo`, {
    summary: 'Take a closed day back; everybody goes back who was not moved by people since',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'natural',
    params,
    reply: undoReply,
  }),
  templates: get(`${AT}/Template`, {
    summary: 'Weeks that were kept as templates',
    need: LOOK,
    audit: 'none',
    reply: listOf(Type.Object({ id: Type.String(), fullName: Type.String(), places: Type.Integer(), byName: Type.String(), atTime: Type.Integer() })),
  }),
  saveTemplate: post(`${AT}/Template`, {
    summary: 'Keep the week of a Monday as a template',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ fullName: Type.String({ minLength: 1, maxLength: MAX_NAME, pattern: '\\S' }), monday: day }),
    reply: Type.Object({ id: Type.String(), places: Type.Integer() }),
  }),
  removeTemplate: del(`${AT}/Template/{id}`, { summary: 'Delete a template', need: MAY_PLAN, audit: 'write', retry: 'natural', params, reply: Type.Null() }),
  /** With `apply` false nothing is written. Whom the caller's data rights hide has no name. Who has a place on the day already, and what the rules forbid, is left out and named. */
  applyTemplate: post(`${AT}/Template/{id}/Actions/Apply`, {
    summary: 'Put the patients of a template into the week of a Monday',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'idempotent-key',
    params,
    body: Type.Object({ monday: day, apply: Type.Boolean() }),
    reply: Type.Object({
      list: Type.Array(Type.Object({ date: Type.String(), shiftId: Type.String(), stationId: Type.String(), patientName: Type.String(), why: Type.String() })),
      added: Type.Integer(),
    }),
  }),
  rota: get(`${AT}/Rota`, {
    summary: 'Who works in a week, with the patients for each of them',
    need: ROTA,
    audit: 'read',
    query: Type.Object({ from: day, to: day }),
    reply: Type.Object({
      list: Type.Array(rotaEntry),
      loads: Type.Array(shiftLoad),
      shifts: Type.Array(Type.Object({ shiftId: Type.String(), name: Type.String() })),
      patientsPerNurse: Type.Number(),
      patientsPerDoctor: Type.Number(),
    }),
  }),
  /** In another zone of the same shift somebody may stand, too; the load says so where that mixes isolation and ordinary zones. */
  putRota: post(`${AT}/Rota`, {
    summary: 'Somebody works in a shift',
    need: `${ROTA}:btn_edit`,
    audit: 'write',
    retry: 'natural',
    body: Type.Object({
      date: day,
      shiftId: id,
      userId: id,
      duty: Type.Union([Type.Literal('nurse'), Type.Literal('doctor')]),
      zone: zoneOrAny,
    }),
    reply: rotaEntry,
  }),
  changeRota: put(`${AT}/Rota/{id}`, {
    summary: 'Somebody is absent, or there after all',
    need: `${ROTA}:btn_edit`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version: Type.Integer(), absent: Type.Boolean(), note: Type.String({ maxLength: MAX_REASON }) }),
    reply: rotaEntry,
  }),
  removeRota: del(`${AT}/Rota/{id}`, {
    summary: 'Somebody does not work in a shift',
    need: `${ROTA}:btn_edit`,
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
});
