import { DAY_MS, type OrgId } from '@nephra/plugin-sdk/contract';
import { addDays, dialysisDirectory, dialysisTreatments, type HeldTreatment } from '../../../dialysis-file/contract/index.ts';
import type { RoundDemo } from '../../contract/demo.schema.ts';
import type { NoteContent } from '../../contract/round.schema.ts';
import { LABS, type LabTest } from '../../contract/labs.ts';
import { labTable } from '../tables/lab.table.ts';
import { noteTable } from '../tables/note.table.ts';
import { proposalTable } from '../tables/proposal.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { curveOf, LAB_PLAN } from './demo-labs.ts';

type Staff = RoundDemo['staff'][number];
/** As far back as the demo's treatments go at most. */
const DAYS_BACK = 190;
/** Days between two samples. */
const MONTH = 28;

interface Patient {
  readonly id: string;
  readonly at: number;
  readonly held: readonly HeldTreatment[];
}

/** Monthly samples on days of treatment; Kt/V each third month and after a low one. */
function labRows(ctx: WorkCtx, { orgId, nurse }: Staff, { id, at, held }: Patient) {
  const stamp = { byId: nurse.userId, byName: nurse.userName, withdrawnReason: '', withdrawnByName: '', version: 1 };
  const rows = [];
  let next = '';
  let sample = 0;
  for (const { date } of held) {
    if (date < next) continue;
    next = addDays(date, MONTH);
    const written = new Date(Date.parse(`${date}T10:00:00+08:00`));
    for (const test of Object.keys(LAB_PLAN) as LabTest[]) {
      if (sample % LAB_PLAN[test].every !== 0) continue;
      const value = curveOf(test, at, sample).toFixed(LABS[test].decimals);
      const row = { id: `SIM-lab-${id}-${test}-${sample}`, orgId: orgId as OrgId, patientId: id, test, onDay: date, value, ...stamp };
      rows.push({ ...row, writtenAt: written, createdAt: written, updatedAt: written });
    }
    sample += 1;
  }
  // Every ninth was forgotten this month.
  return at % 9 === 4 ? rows.filter(({ onDay }) => onDay < addDays(ctx.clock.today(), -40)) : rows;
}

const NOTES: readonly NoteContent[] = [
  {
    ...{ complaint: '透析后期乏力，无胸闷', volume: 'under', pressure: 'low', access: 'good', adequacy: 'enough' },
    ...{ findings: '双下肢无水肿，透后收缩压偏低', plan: '干体重上调 0.5 kg，下次透析观察血压' },
  },
  {
    ...{ complaint: '无不适', volume: 'over', pressure: 'high', access: 'good', adequacy: 'enough' },
    ...{ findings: '眼睑轻度水肿，透析间期增重偏多', plan: '限盐限水宣教，干体重下调 0.3 kg' },
  },
  {
    ...{ complaint: '瘙痒', volume: 'fine', pressure: 'controlled', access: 'good', adequacy: 'low' },
    ...{ findings: '皮肤干燥，上次 Kt/V 偏低', plan: '提高血流量，下月复查 Kt/V 与血磷' },
  },
];

function noteRows({ orgId, doctor }: Staff, { id, at, held }: Patient) {
  const rows = [];
  for (const [index, { date, sessionId }] of held.slice(-12).entries()) {
    if ((index + at) % 6 !== 0) continue;
    const written = new Date(Date.parse(`${date}T10:30:00+08:00`));
    const content = NOTES[(at + index) % NOTES.length] ?? (NOTES[0] as NoteContent);
    // The last one of some waits for a signature.
    const waits = at % 14 === 5 && index > 5;
    const signed = waits
      ? { signedAt: null, signedById: '', signedByName: '' }
      : { signedAt: new Date(written.getTime() + 600_000), signedById: doctor.userId, signedByName: doctor.userName };
    rows.push({
      ...{ id: `SIM-note-${id}-${date}`, orgId: orgId as OrgId, patientId: id, sessionId, day: date, content, corrects: null, reason: '', ...signed },
      ...{ authorId: doctor.userId, authorName: doctor.userName, writtenAt: written, createdAt: written, updatedAt: written, version: 1 },
    });
  }
  return rows;
}

function proposalRows(ctx: WorkCtx, { orgId, nurse }: Staff, { id, at, held }: Patient) {
  const dry = held.at(-1)?.postWeight ?? null;
  if (at % 15 !== 6 || dry === null) return [];
  const now = ctx.clock.now();
  const dryWeight = { kg: Math.round((dry + 0.5) * 10) / 10, from: ctx.clock.today(), method: 'clinical' as const, reason: '近三次透后收缩压低于 100' };
  const order = { once: true, everyDays: 0, timing: 'during' as const, title: '左卡尼汀注射液', dose: '1 g 静脉注射', highRisk: false };
  const isWeight = at % 2 === 0;
  return [
    {
      ...{ id: `SIM-proposal-${id}`, orgId: orgId as OrgId, patientId: id, kind: isWeight ? ('dry-weight' as const) : ('order' as const) },
      content: { dryWeight: isWeight ? dryWeight : null, order: isWeight ? null : order },
      ...{ byId: nurse.userId, byName: nurse.userName, proposedAt: new Date(now.getTime() - DAY_MS / 12), state: 'waiting' as const },
      ...{ settledById: '', settledByName: '', settledAt: null, reason: '', resultId: '', createdAt: now, updatedAt: now, version: 1 },
    },
  ];
}

/** Values, notes and what waits for a signature, from the treatments that the demo has: the same for the same day. */
export async function fillDemo({ staff }: RoundDemo, ctx: WorkCtx): Promise<void> {
  const today = ctx.clock.today();
  const treatments = ctx.service(dialysisTreatments);
  for (const of of staff) {
    const patterns = await ctx.service(dialysisDirectory).patterns({ orgIds: [of.orgId], from: today, to: today });
    const ids = [...new Set(patterns.map(({ patientId }) => patientId))];
    const patients: Patient[] = [];
    for (const [at, id] of ids.entries()) {
      const held = (await treatments.held(id, [of.orgId], addDays(today, -DAYS_BACK), today)).filter(({ closed }) => closed);
      patients.push({ id, at, held });
    }
    await labTable.insertAll(
      { db: ctx.db },
      patients.flatMap((patient) => labRows(ctx, of, patient)),
    );
    await noteTable.insertAll(
      { db: ctx.db },
      patients.flatMap((patient) => noteRows(of, patient)),
    );
    await proposalTable.insertAll(
      { db: ctx.db },
      patients.flatMap((patient) => proposalRows(ctx, of, patient)),
    );
  }
}
