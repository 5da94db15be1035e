import { AppError, type OrgId } from '@nephra/plugin-sdk/contract';
import type { CoSigner } from '@nephra/plugin-sdk/server';
import { type BedsideFacts, DEFAULT_DIALYSIS_LIMITS, type DialysisDirectory, type Zone } from '../../dialysis-file/contract/index.ts';
import type { DialysisBoard, MachineState, SlotFacts } from '../../dialysis-schedule/contract/index.ts';

/** What the dialysis file and the schedule say in the tests of this plugin, and what was done to the board. */
export interface StandIns {
  readonly directory: DialysisDirectory;
  readonly board: DialysisBoard;
  readonly coSigner: CoSigner;
  readonly slots: Map<string, SlotFacts>;
  readonly machines: Map<string, MachineState>;
  readonly bedside: Map<string, BedsideFacts>;
  /** Signature → who signed. */
  readonly signatures: Map<string, { userId: string; userName: string; subject: string }>;
}

export const prescriptionOf = (over: Partial<NonNullable<BedsideFacts['prescription']>> = {}): NonNullable<BedsideFacts['prescription']> => ({
  ...{ prescriptionId: 'plan-1', versionNo: 1, mode: 'HD', minutes: 240, bloodFlow: 250, dialysateFlow: 500, sodium: 138, potassium: 2, calcium: 1.5 },
  ...{ bicarbonate: 32, glucose: 5.5, temperature: 36.5, sodiumProfile: 'fixed', dialyserId: null, dialyserName: 'F6', perfusorId: null, perfusorName: '' },
  ...{ substitution: null, ufTarget: null, isolatedFirst: null, remark: '', signedById: 'user-doctor', signedByName: '林医生', signedAt: 0 },
  anticoagulant: { agent: 'heparin', firstDose: 2000, perHour: 500, unit: 'IU', stopMinutesBeforeEnd: 30, note: '' },
  ...over,
});

export const bedsideOf = (patientId: string, zone: Zone = 'A', over: Partial<BedsideFacts> = {}): BedsideFacts => ({
  ...{
    patientId,
    active: true,
    outcomeOn: null,
    zone,
    zoneReasons: [],
    serology: 'ok',
    serologyDueOn: null,
    mode: 'HD',
    consented: true,
    consentsLacking: [],
    transient: false,
  },
  prescription: prescriptionOf(),
  dryWeight: { kg: 60, from: '2026-01-01', reviewOn: '2026-04-01', overdue: false },
  access: { accessId: 'acc-1', kind: 'AVF', side: 'left', site: 'forearm', state: 'in-use', needleGauge: 16, punctureMethod: 'rope-ladder', lockVolume: null },
  dialyserAllergies: [],
  ...over,
});

/** Stations `S1` (A), `S2` (A), `SB` (zone B); one shift. */
const STATIONS: readonly (readonly [id: string, zone: Zone])[] = [
  ['S1', 'A'],
  ['S2', 'A'],
  ['SB', 'B'],
];

export function standIns(orgId: OrgId = 'org-gz'): StandIns {
  const slots = new Map<string, SlotFacts>();
  const machines = new Map<string, MachineState>(STATIONS.map(([id]) => [`M-${id}`, 'ready']));
  const bedside = new Map<string, BedsideFacts>();
  const signatures: StandIns['signatures'] = new Map();
  const own = (orgIds: readonly OrgId[]): boolean => orgIds.includes(orgId);
  const board: DialysisBoard = {
    shifts: async (orgIds) =>
      own(orgIds) ? [{ shiftId: 'early', orgId, name: '上午班', startTime: '07:00', endTime: '12:00', sortCode: 1, last: false }] : [],
    stations: async (orgIds) =>
      own(orgIds)
        ? STATIONS.map(([stationId, zone], sortCode) => ({
            ...{
              stationId,
              orgId,
              roomId: 'r1',
              roomName: '透析区',
              code: stationId,
              publicName: '',
              zone,
              sortCode,
              enabled: true,
              modes: ['HD', 'HDF'] as const,
            },
            machine: { machineId: `M-${stationId}`, code: `M-${stationId}`, state: machines.get(`M-${stationId}`) ?? 'fault', disinfectedAt: 0 },
          }))
        : [],
    slots: async ({ orgIds, date }) => (own(orgIds) ? [...slots.values()].filter((slot) => slot.date === date && slot.state !== 'cancelled') : []),
    lockSlot: async (slotId, orgIds) => (own(orgIds) ? slots.get(slotId) : undefined),
    moveSlot: async (slot, state) => {
      const moved = { ...slot, state, version: slot.version + 1 };
      slots.set(slot.slotId, moved);
      return moved;
    },
    addSlot: async () => {
      throw new Error('not asked in these tests');
    },
    takeMachine: async (stationId) => {
      const machineId = `M-${stationId}`;
      if (machines.get(machineId) !== 'ready') throw new AppError('dialysis-schedule.machine-not-ready');
      machines.set(machineId, 'in-use');
      return machineId;
    },
    releaseMachine: async (machineId, _org, _session, how) => void machines.set(machineId, how === 'used' ? 'to-disinfect' : 'ready'),
  };
  const directory: DialysisDirectory = {
    patterns: async () => [],
    planning: async (patientIds, orgIds) =>
      new Map(own(orgIds) ? patientIds.flatMap((id) => (bedside.has(id) ? [[id, bedside.get(id) as BedsideFacts] as const] : [])) : []),
    outcomes: async (patientIds, orgIds) =>
      new Map(
        own(orgIds)
          ? patientIds.flatMap((id) => {
              const outcomeOn = bedside.get(id)?.outcomeOn ?? null;
              return outcomeOn === null ? [] : [[id, outcomeOn] as const];
            })
          : [],
      ),
    bedside: async (patientId, orgIds) => (own(orgIds) ? bedside.get(patientId) : undefined),
    limits: async () => DEFAULT_DIALYSIS_LIMITS,
    someLimits: async () => DEFAULT_DIALYSIS_LIMITS,
  };
  const coSigner: CoSigner = {
    redeem: async (signature, { subject, besides }) => {
      const found = signatures.get(signature);
      if (!found || found.subject !== subject || found.userId === besides) throw new AppError('core.ticket-invalid');
      signatures.delete(signature);
      return { userId: found.userId, userName: found.userName };
    },
  };
  return { directory, board, coSigner, slots, machines, bedside, signatures };
}

export const slotOf = (slotId: string, patientId: string, stationId: string, date = '2026-03-02'): SlotFacts => ({
  ...{ slotId, orgId: 'org-gz', date, shiftId: 'early', stationId, patientId, origin: 'pattern', mode: null, state: 'planned', version: 1 },
});
