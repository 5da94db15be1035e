import { randomUUID } from 'node:crypto';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import type { Board, BoardSlot } from '../../../plugins/dialysis-schedule/contract/board.schema.ts';
import type { MachineRow } from '../../../plugins/dialysis-schedule/contract/records.ts';
import type { ActReply, TodayReply, WholeSession } from '../../../plugins/dialysis-session/contract/session.schema.ts';
import { effort } from '../../support/cases/effort.ts';
import type { Caller } from '../../support/demo-hospital.ts';
import { isBlocked, monthOfPatient, nextCharge, type Office } from './treatment-charge.ts';
import { type Bed, nextStep, type Wanted } from './treatment-steps.ts';

export interface Staff extends Office {
  readonly nurses: readonly [Caller, Caller];
  readonly doctor: Caller;
  readonly engineer: Caller;
}
/** Who sent an act: one of the two nurses, the doctor, or somebody of the office. */
export type Sender = 0 | 1 | NonNullable<Wanted['by']>;
export interface Sent {
  readonly by: Sender;
  readonly bed: Bed;
  readonly wanted: Wanted;
  readonly body: Readonly<Record<string, unknown>>;
  /** Names the act: it stands in the body of what is sent from the bedside, and in the header of what the office sends. */
  readonly name: string;
  /** Absent: nobody heard what became of it. */
  answer?: Envelope<unknown>;
  /** What its first copy met, and whether it was pressed twice: told where something is wrong. */
  met?: string;
}

type Waiting = Pick<BoardSlot, 'patientId' | 'zone' | 'mode'>;
const PER_STATION = 2;
/** Each has two patients, one after the other. */
export const BEDS: number = PER_STATION * effort('stations whose treatments a death of the server meets', 1, 2);
const SCHEDULE = '/api/his/dialysis-schedule';
/** What becomes of one act: it never leaves the tablet, it is cut on its way, its answer is lost, or (mostly) nothing. */
const CUTS = ['never-left', 'on-its-way', 'answer-lost'] as const;
type Cut = (typeof CUTS)[number] | undefined;
const CUT_ONE_IN = 6;
/** So many are pressed twice in one moment. */
const DOUBLE_ONE_IN = 5;
/** Of two nurses who wait for nobody. */
const MAX_ACTS = 400;

export const callerOf = (staff: Staff, by: Sender): Caller => (typeof by === 'number' ? staff.nurses[by] : staff[by]);
export const isOfOffice = ({ by }: Wanted): boolean => by === 'signer' || by === 'cashier';

export async function today(caller: Caller): Promise<TodayReply['cards']> {
  const { data } = await caller.call<TodayReply>('GET', '/api/dialysis/Today');
  return data.cards;
}

/**
 * The head nurse puts patients on stations, two on each, one after the other: on whatever weekday the demo stands. They are patients whose month nothing stands in
 * the way of.
 * @throws where the demo has no room or nobody for it
 */
export async function bedsOf(planner: Caller, cashier: Caller, date: string): Promise<Bed[]> {
  const read = async <T>(url: string): Promise<T> => (await planner.call<T>('GET', `${SCHEDULE}/${url}`)).data;
  const { shifts, stations, slots } = await read<Board>(`Board?from=${date}&to=${date}`);
  const { list } = await read<{ list: Waiting[] }>(`Unplanned?date=${date}&keyword=HD`);
  const waiting: Waiting[] = [];
  for (const one of list.filter(({ zone, mode }) => zone === 'A' && mode === 'HD'))
    if (waiting.length < BEDS && !isBlocked(await monthOfPatient(cashier, one.patientId, date.slice(0, 7)))) waiting.push(one);
  const beds: Bed[] = [];
  for (const { stationId, zone, machine, modes } of stations) {
    const free = shifts.filter(({ shiftId }) => !slots.some((slot) => slot.stationId === stationId && slot.shiftId === shiftId));
    const idle = machine?.state === 'ready' && zone === 'A' && modes.includes('HD');
    if (beds.length === BEDS || !idle || free.length < PER_STATION || waiting.length < PER_STATION) continue;
    for (const { shiftId } of free.slice(0, PER_STATION)) {
      const { patientId = '' } = waiting.shift() ?? {};
      const body = { date, shiftId, stationId, patientId, mode: null, emergency: false, reason: 'SIM' };
      const { data, msg, code } = await planner.call<{ slotId: string }>('POST', `${SCHEDULE}/Slot`, body, `slot-${patientId}`);
      if (code !== 200) throw new Error(`no place for ${patientId}: ${msg}`);
      beds.push({ card: { slotId: data.slotId, stationId, patientId } });
    }
  }
  if (beds.length < BEDS) throw new Error(`room for ${beds.length} patients only`);
  return beds;
}

/** A shift of two nurses who know what the last answer said, act at once on the same treatments, and lose answers. */
export class Shift {
  readonly sent: Sent[] = [];
  answers = 0;
  /** Treatments that began anew at a station that another one had left. */
  disinfected = 0;
  constructor(
    readonly beds: readonly Bed[],
    /** `YYYY-MM` of the day. */
    readonly month: string,
    readonly draw: (below: number) => number,
  ) {}

  /** @param onAnswer told after each answer how many there were */
  async work(staff: Staff, onAnswer: (answers: number) => void): Promise<void> {
    await Promise.all([this.#round(staff, 0, onAnswer), this.#round(staff, 1, onAnswer)]);
  }

  /** Until the server is gone, or nobody has anything to do. */
  async #round(staff: Staff, nurse: 0 | 1, onAnswer: (answers: number) => void): Promise<void> {
    for (let acts = 0; acts < MAX_ACTS; acts += 1) {
      const open = this.beds.filter(({ charged }) => !charged);
      const bed = open[this.draw(open.length)];
      if (!bed) return;
      const wanted = await this.#next(staff, bed).catch(() => 'gone' as const);
      if (wanted === 'gone') return;
      if (!wanted) continue;
      // Mostly somebody sees that the station is taken; now and then it is tried all the same.
      if ((wanted.what === 'Start' || wanted.what === 'Check1') && this.#isTaken(bed) && this.draw(8) > 0) continue;
      const now = Date.now();
      const name = randomUUID();
      const body = isOfOffice(wanted) ? wanted.body : { ...wanted.body, clientId: name, recordedAt: now, sentAt: now };
      const one: Sent = { by: wanted.by ?? nurse, bed, wanted, body, name };
      this.sent.push(one);
      const cut: Cut = this.draw(CUT_ONE_IN) === 0 ? CUTS[this.draw(CUTS.length)] : undefined;
      const twice = this.draw(DOUBLE_ONE_IN) === 0 ? this.send(staff, one) : undefined;
      one.met = `${cut ?? 'not cut'}${twice ? ', pressed twice' : ''}`;
      const heard = await this.send(staff, one, cut);
      await twice;
      // What was cut off is sent again under its name; then the server is there or gone.
      if (!heard && (!cut || !(await this.send(staff, one)))) return;
      this.answers += 1;
      onAnswer(this.answers);
      if (one.answer?.code === 200) continue;
      const refused = await this.#afterRefusal(staff, one).catch(() => 'gone');
      if (refused === 'gone') return;
    }
    throw new Error('two nurses never came to an end');
  }

  /** The office is asked what stands there; whoever is at the bed knows the last answer. */
  async #next(staff: Staff, bed: Bed): Promise<Wanted | undefined> {
    return bed.sheet?.state === 5 ? await nextCharge(staff, bed, this.month) : nextStep(bed, this.draw);
  }

  #isTaken({ card }: Bed): boolean {
    return this.beds.some((other) => other.card.slotId !== card.slotId && other.card.stationId === card.stationId && other.sheet?.state === 3);
  }

  /** @returns whether an answer was heard */
  async send(staff: Staff, one: Sent, cut?: Cut): Promise<boolean> {
    const hangUp = new AbortController();
    const answer = this.sendNow(staff, one, hangUp.signal);
    if (cut === 'never-left') hangUp.abort();
    if (cut === 'on-its-way') setImmediate(() => hangUp.abort());
    try {
      const heard = await answer;
      if (cut === 'answer-lost') return false;
      this.hear(one, heard);
      return true;
    } catch {
      return false;
    }
  }

  /** Sends it under its name, for the first time or again. */
  sendNow(staff: Staff, { by, body, name, wanted }: Sent, signal?: AbortSignal): Promise<Envelope<unknown>> {
    return callerOf(staff, by).call(wanted.method, wanted.url, body, isOfOffice(wanted) ? name : undefined, signal);
  }

  hear(one: Sent, answer: Envelope<unknown>): void {
    // Of what was pressed twice the one that was done counts.
    if (one.answer?.code !== 200) one.answer = answer;
    if (isOfOffice(one.wanted)) return;
    const { bed } = one;
    const { session } = (answer as Envelope<ActReply | null>).data ?? {};
    if (session && (bed.sheet === undefined || session.version >= bed.sheet.version)) bed.sheet = session;
  }

  /** What stands there, after something was refused or a server came back. */
  async look(caller: Caller, bed: Bed): Promise<WholeSession | undefined> {
    if (!bed.sheet) return undefined;
    const { data } = await caller.call<WholeSession>('GET', `/api/dialysis/Session/${bed.sheet.id}`);
    bed.sheet = data;
    return data;
  }

  /** Looks again; the machine that another treatment left is disinfected, so that the next one may start. */
  async #afterRefusal(staff: Staff, { wanted, bed }: Sent): Promise<void> {
    const sheet = await this.look(staff.nurses[0], bed);
    if ((wanted.what !== 'Start' && wanted.what !== 'Check1') || sheet?.machineState !== 'to-disinfect') return;
    const { data } = await staff.engineer.call<{ list: MachineRow[] }>('GET', `${SCHEDULE}/Machine?keyword=${sheet.machineCode}&pageSize=10`);
    const machine = data.list.find(({ enCode }) => enCode === sheet.machineCode);
    if (!machine) throw new Error(`no machine ${sheet.machineCode}`);
    const endedAt = Date.now();
    const body = { machineId: machine.id, kind: 'heat', startedAt: Math.min(machine.usedTime + 1, endedAt - 1), endedAt, residue: 'none' };
    const { code } = await staff.engineer.call('POST', `${SCHEDULE}/Disinfection`, body, `${machine.id}-${machine.usedTime}`);
    if (code === 200) this.disinfected += 1;
  }
}
