import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { DIALYSIS_MODES } from '../../../dialysis-file/contract/index.ts';
import { FINDING_KINDS } from './finding-kinds.ts';
import { MAX_KIT_QUANTITY, MIN_KIT_QUANTITY } from '../limits.ts';
import { idText, oneOf } from '../session.schema.ts';
import { findingRun } from './finding-run.contract.ts';

const findingRow = Type.Object({
  id: Type.String(),
  kind: oneOf(FINDING_KINDS),
  patientId: Type.String(),
  patientName: Type.String(),
  outpatientCode: Type.String(),
  day: Type.String(),
  sessionId: Type.String(),
  dpId: Type.String(),
  dpNumber: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type FindingRow = Static<typeof findingRow>;

const month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });
const kind = Type.Union([Type.Literal('drug'), Type.Literal('material'), Type.Literal('item')]);
const part = Type.Union([Type.Literal('treatment'), Type.Literal('dialyser'), Type.Literal('lines'), Type.Literal('other')]);
const kitLine = Type.Object({
  mode: oneOf(DIALYSIS_MODES),
  part,
  kind,
  drugId: idText,
  quantity: Type.Integer({ minimum: MIN_KIT_QUANTITY, maximum: MAX_KIT_QUANTITY }),
  /** Goods leave stock, and money is asked for; left out: both. One of them at least. */
  used: Type.Optional(Type.Boolean()),
  charged: Type.Optional(Type.Boolean()),
});
const kitRow = Type.Object({
  ...kitLine.properties,
  used: Type.Boolean(),
  charged: Type.Boolean(),
  id: Type.String(),
  drugName: Type.String(),
  version: Type.Integer(),
});
export type KitRow = Static<typeof kitRow>;
export type KitLineBody = Static<typeof kitLine>;

/** What clerks look at before a month is settled, and what treatments are charged with. */
export const findingContract = defineContract('dialysisFinding', {
  list: get('/api/dialysis/Findings', {
    summary: 'What an insurer would find in the treatments and prescriptions of a month, newest day first',
    need: 'perm:dialysis.findings',
    audit: 'read-patient',
    query: Type.Object({ month }),
    reply: Type.Object({
      month: Type.String(),
      /** Closed treatments of the month, and how many of them have their prescription. */
      held: Type.Integer(),
      written: Type.Integer(),
      /** How many were found of each kind; kinds of which nothing was found are absent. */
      counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
      /** The newest of them, 5,000 at most. */
      list: Type.Array(findingRow),
      /** The month of several facilities has so many treatments that it is looked through in the background, once somebody asks for it. */
      large: Type.Boolean(),
      /** When that which is listed was found, milliseconds; null: just now, or nothing was looked through yet. */
      madeAt: Type.Union([Type.Integer(), Type.Null()]),
      /** The newest run over a large month; null while nobody asked for one. */
      run: Type.Union([findingRun, Type.Null()]),
    }),
  }),
  startRun: post('/api/dialysis/Findings/Actions/Run', {
    summary: 'Look through the month of several facilities in the background; where that is under way it is the same run',
    need: 'perm:dialysis.findings',
    audit: 'read-patient',
    retry: 'natural',
    body: Type.Object({ month }),
    reply: findingRun,
  }),
  run: get('/api/dialysis/Findings/Run/{id}', {
    summary: 'How far one’s own run over a month is',
    need: 'perm:dialysis.findings',
    audit: 'none',
    params: Type.Object({ id: idText }),
    reply: findingRun,
  }),
  cancelRun: put('/api/dialysis/Findings/Run/{id}/Actions/Cancel', {
    summary: 'End one’s own run over a month after the day that is being read',
    need: 'perm:dialysis.findings',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    reply: findingRun,
  }),
  propose: post('/api/dialysis/Session/{id}/Actions/Propose', {
    summary: 'Write the prescription of a closed treatment, and take out of stock what it used, where that could not be done when it was closed',
    need: 'perm:dialysis.findings:btn_propose',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    reply: Type.Object({
      outcome: Type.String(),
      prescriptionId: Type.String(),
      prescriptionNo: Type.String(),
      lines: Type.Integer(),
      used: Type.Integer(),
      short: Type.Array(Type.String()),
    }),
  }),
  takeStock: post('/api/dialysis/Session/{id}/Actions/TakeStock', {
    summary: 'Take out of stock what a closed treatment used and no lot had then',
    need: 'perm:dialysis.findings:btn_propose',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    reply: Type.Object({ used: Type.Integer(), short: Type.Array(Type.String()) }),
  }),
  kit: get('/api/dialysis/Kit', {
    summary: 'What treatments are charged with, by mode',
    need: 'perm:dialysis.findings',
    audit: 'none',
    reply: listOf(kitRow),
  }),
  kitEntries: get('/api/dialysis/Kit/Entries', {
    summary: 'Entries of the catalogue to choose from, twenty at most',
    need: { anyOf: ['perm:dialysis.findings:btn_kit', 'perm:dialysis.bedside:btn_order'] },
    audit: 'none',
    query: Type.Object({ keyword: Type.String({ maxLength: 100 }), kind }),
    reply: listOf(Type.Object({ drugId: Type.String(), drugName: Type.String(), drugSpec: Type.String(), kind })),
  }),
  addKit: post('/api/dialysis/Kit', {
    summary: 'Add an entry to what a mode is charged with',
    need: 'perm:dialysis.findings:btn_kit',
    audit: 'write',
    retry: 'idempotent-key',
    body: kitLine,
    reply: kitRow,
  }),
  removeKit: put('/api/dialysis/Kit/{id}/Actions/Remove', {
    summary: 'A mode is not charged with this any more',
    need: 'perm:dialysis.findings:btn_kit',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: Type.Null(),
  }),
});
