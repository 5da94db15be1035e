import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { effort } from '../../../../tests/support/cases/effort.ts';
import { patientContent } from '../../../../tests/support/patient-content.ts';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import type { LabView, NoteView, RoundPatient, WaitingItem } from '../../contract/round.schema.ts';

const PARTS = ['note', 'proposal', 'lab'] as const;
const FILE = '/api/his/patient';
const ROUND = '/api/dialysis/Round';

type Rows = Readonly<Record<(typeof PARTS)[number], readonly Record<string, unknown>[]>>;

interface SideOfTwo {
  readonly proposals: readonly { readonly kind: 'dry-weight' | 'order'; readonly state: 'waiting' | 'signed' | 'declined' }[];
  readonly notes: readonly { readonly signed: boolean; readonly corrects: boolean }[];
  readonly labs: readonly { readonly test: string; readonly day: number; readonly withdrawn: boolean }[];
}
const sideOfTwo: fc.Arbitrary<SideOfTwo> = fc.record({
  proposals: fc.array(fc.record({ kind: fc.constantFrom('dry-weight', 'order'), state: fc.constantFrom('waiting', 'signed', 'declined') }), { maxLength: 4 }),
  notes: fc.array(fc.record({ signed: fc.boolean(), corrects: fc.boolean() }), { maxLength: 4 }),
  labs: fc
    .array(fc.record({ test: fc.constantFrom('haemoglobin', 'potassium'), day: fc.integer({ min: 1, max: 3 }), withdrawn: fc.boolean() }), { maxLength: 6 })
    .map((rows) => rows.filter((row, at) => row.withdrawn || rows.findIndex((one) => !one.withdrawn && one.test === row.test && one.day === row.day) === at)),
});

/** Two files of one person and what a round keeps of them, in a server that other tests use, too. */
export class MergingRounds {
  private readonly server: TestServer;
  private readonly clerk: TestClient;
  private readonly doctor: TestClient;
  private keys = 0;
  private ids: readonly [into: string, from: string] = ['', ''];

  constructor(server: TestServer, clerk: TestClient, doctor: TestClient) {
    this.server = server;
    this.clerk = clerk;
    this.doctor = doctor;
  }

  private async fine<T>(act: Promise<{ code: number; msg: string; data: T }>): Promise<T> {
    const answer = await act;
    if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${answer.msg}`);
    return answer.data;
  }
  private key(): Record<string, string> {
    this.keys += 1;
    return { 'idempotency-key': `merging-round-key-${this.keys}` };
  }
  private async rows(): Promise<Rows> {
    const found: { -readonly [part in keyof Rows]?: Rows[part] } = {};
    for (const part of PARTS) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(`dialysis_round.${part}`)} t
        where patient_id = any(${[...this.ids]}::text[]) order by id`.execute(this.server.db);
      found[part] = rows.map(({ row }) => row);
    }
    return found as Rows; // each part was read
  }

  async open(): Promise<void> {
    const create = async (name: string): Promise<string> => {
      const body = patientContent(name);
      return (await this.fine(this.clerk.post<{ patientId: string }>(FILE, body, this.key()))).patientId;
    };
    this.ids = [await create('查房合并甲'), await create('查房合並甲')];
  }

  /** What somebody has written of one of the two, an hour ago. */
  private async write(side: 'into' | 'from', { proposals, notes, labs }: SideOfTwo): Promise<void> {
    const patientId = side === 'into' ? this.ids[0] : this.ids[1];
    const at = new Date(this.server.time.now.getTime() - 3_600_000);
    const { db } = this.server;
    for (const [index, { kind, state }] of proposals.entries()) {
      const order = { once: true, everyDays: 0, timing: 'after', title: 'SIM 左卡尼汀', dose: '1 g', highRisk: false };
      const dryWeight = { kg: 61, from: '2026-03-01', method: 'clinical', reason: '水肿' };
      const content = kind === 'order' ? { dryWeight: null, order } : { dryWeight, order: null };
      await sql`insert into dialysis_round.proposal (id, org_id, patient_id, kind, content, by_id, by_name, proposed_at, state, created_at, updated_at)
        values (${`${side}-p${index}`}, 'org-gz', ${patientId}, ${kind}, ${JSON.stringify(content)}::jsonb, 'u', '甲', ${at}, ${state}, ${at}, ${at})`.execute(
        db,
      );
    }
    for (const [index, { signed, corrects }] of notes.entries()) {
      const content = { complaint: side, volume: 'fine', pressure: 'low', access: 'good', adequacy: '', findings: '', plan: '观察血压' };
      await sql`insert into dialysis_round.note (id, org_id, patient_id, day, content, author_id, author_name, written_at, signed_at, corrects, created_at, updated_at)
        values (${`${side}-n${index}`}, 'org-gz', ${patientId}, '2026-03-01', ${JSON.stringify(content)}::jsonb, 'u', '甲', ${new Date(at.getTime() + index)},
          ${signed ? at : null}, ${corrects && index > 0 ? `${side}-n${index - 1}` : null}, ${at}, ${at})`.execute(db);
    }
    for (const [index, { test, day, withdrawn }] of labs.entries())
      await sql`insert into dialysis_round.lab (id, org_id, patient_id, test, on_day, value, by_id, by_name, written_at, withdrawn_reason, created_at, updated_at)
        values (${`${side}-l${index}`}, 'org-gz', ${patientId}, ${test}, ${`2026-02-0${day}`}, ${side === 'into' ? 4 : 5}, 'u', '甲', ${at}, ${withdrawn ? '错' : ''}, ${at}, ${at})`.execute(
        db,
      );
  }
  private async clear(): Promise<void> {
    for (const part of PARTS)
      await sql`delete from ${sql.table(`dialysis_round.${part}`)} where patient_id = any(${[...this.ids]}::text[])`.execute(this.server.db);
  }
  private pass(): void {
    this.server.time.now = new Date(this.server.time.now.getTime() + 1_000);
  }

  private versionOf = async (id: string): Promise<number> => (await this.fine(this.clerk.get<{ version: number }>(`${FILE}/${id}`))).version;
  private async merge(): Promise<void> {
    const [into, from] = this.ids;
    const body = { from, version: await this.versionOf(into), fromVersion: await this.versionOf(from), reason: '重复建档' };
    await this.fine(this.clerk.post(`${FILE}/${into}/Actions/Merge`, body, this.key()));
  }
  private async separate(): Promise<{ code: number; msg: string }> {
    const { list } = await this.fine(this.clerk.get<{ list: { id: string }[] }>(`${FILE}/${this.ids[0]}/Actions/Merges`));
    return await this.clerk.post(`${FILE}/Merge/${list[0]?.id ?? ''}/Actions/Undo`, { reason: '合并错误' }, this.key());
  }
  private patient = (): Promise<RoundPatient> => this.fine(this.doctor.get<RoundPatient>(`${ROUND}/Patient/${this.ids[0]}`));

  /** One random pair: merged nothing is lost and no value counts twice, separated all is as it was. */
  private async check(left: SideOfTwo, going: SideOfTwo): Promise<void> {
    await this.clear();
    await this.write('into', left);
    await this.write('from', going);
    const before = await this.rows();
    this.pass();
    await this.merge();
    try {
      await this.checkMerged(before, left, going);
    } finally {
      this.pass();
      expect(await this.separate()).toMatchObject({ code: 200 });
    }
    expect(await this.rows()).toEqual(before);
  }

  private async checkMerged(before: Rows, left: SideOfTwo, going: SideOfTwo): Promise<void> {
    const [into, from] = this.ids;
    const after = await this.rows();
    for (const part of ['note', 'proposal'] as const) expect(after[part].map((row) => row.patient_id)).toEqual(before[part].map(() => into));
    const counted = after.lab.filter((row) => row.patient_id === into && row.withdrawn_reason === '').map((row) => `${String(row.test)} ${String(row.on_day)}`);
    const ever = [...left.labs, ...going.labs].filter(({ withdrawn }) => !withdrawn).map(({ test, day }) => `${test} 2026-02-0${day}`);
    expect(counted.toSorted()).toEqual([...new Set(ever)].toSorted());
    const { waiting, notes, labs } = await this.patient();
    // Where both had a value of a test's last day, the doctor sees both, each with its mark.
    const bothOf = ({ test, on }: LabView): boolean =>
      [left, going].every((side) => side.labs.some((one) => !one.withdrawn && one.test === test && `2026-02-0${one.day}` === on));
    for (const one of labs) expect([one.differs, labs.filter(({ test }) => test === one.test).length]).toEqual([bothOf(one), bothOf(one) ? 2 : 1]);
    const count = (...kinds: readonly WaitingItem['kind'][]): number => waiting.filter(({ kind }) => kinds.includes(kind)).length;
    expect(count('dry-weight', 'order')).toBe([...left.proposals, ...going.proposals].filter(({ state }) => state === 'waiting').length);
    expect(notes.length).toBe(left.notes.length + going.notes.length);
    for (const note of notes) expect(note.patientId).toBe(into);
    const corrected = new Set(notes.map(({ corrects }) => corrects));
    expect(count('note')).toBe(notes.filter(({ noteId, signedAt }: NoteView) => signedAt === null && !corrected.has(noteId)).length);
    expect(after.lab.every((row) => row.patient_id === into || row.patient_id === from)).toBe(true);
  }

  /** @returns how many pairs were merged */
  async checkAll(): Promise<number> {
    let merged = 0;
    await fc.assert(
      fc.asyncProperty(sideOfTwo, sideOfTwo, async (left, going) => {
        await this.check(left, going);
        merged += 1;
      }),
      { numRuns: effort('merges of what rounds keep', 6, 100) },
    );
    return merged;
  }

  /** What is written after a merge keeps it from being taken back. */
  async checkLate(): Promise<void> {
    await this.clear();
    this.pass();
    await this.merge();
    this.pass();
    const body = { patientId: this.ids[0], on: '2026-03-01', values: [{ test: 'potassium', value: 4.4 }], urea: null };
    await this.fine(this.doctor.post(`${ROUND}/Lab`, body, this.key()));
    expect((await this.separate()).code).not.toBe(200);
  }
}
