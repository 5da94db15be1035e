import { coSigner } from '@nephra/plugin-sdk/server';
import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import catalogueServer from '../../catalogue/server/index.ts';
import { catalogue } from '../../catalogue/server/catalogue.fixture.ts';
import { dialysisDirectory } from '../../dialysis-file/contract/index.ts';
import { dialysisBoard } from '../../dialysis-schedule/contract/index.ts';
import patientServer from '../../patient/server/index.ts';
import prescriptionServer from '../../prescription/server/index.ts';
import { patients } from '../../prescription/server/prescription.fixture.ts';
import { sessionContract } from '../contract/session.contract.ts';
import type { ActReply } from '../contract/session.schema.ts';
import sessionServer from './index.ts';
import { bedsideOf, slotOf, type StandIns, standIns } from './stand-ins.fixture.ts';

const { routes } = sessionContract;
export const nurse = staff({ userId: 'user-nurse', account: 'nurse', userName: '护士甲', roles: ['nurse'] });
export const second = staff({ userId: 'user-nurse2', account: 'nurse2', userName: '护士乙', roles: ['nurse'] });
export const doctor = staff();

export interface House {
  readonly host: PluginHost;
  readonly board: StandIns;
  /** What every act carries; each call is a new one. */
  sent(minutesAgo?: number): { clientId: string; recordedAt: number; sentAt: number };
  pass(minutes: number): void;
}

/** Treatments over a database of the test's own, with stand-ins for file and schedule. Patients pat-1 and pat-2. */
export async function startHouse(): Promise<House> {
  const host = await hostPlugins({ patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer, 'dialysis-session': sessionServer });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await catalogueServer.demo?.(catalogue, host.context('catalogue'));
  });
  return houseOn(host);
}

/** The same over a host that is there, for instance one with a pharmacy and a cash desk. */
export function houseOn(host: PluginHost): House {
  const board = standIns();
  host.provide(dialysisDirectory, board.directory);
  host.provide(dialysisBoard, board.board);
  host.provide(coSigner, board.coSigner);
  for (const id of ['pat-1', 'pat-2']) board.bedside.set(id, bedsideOf(id));
  board.slots.set('slot-1', slotOf('slot-1', 'pat-1', 'S1'));
  board.slots.set('slot-2', slotOf('slot-2', 'pat-2', 'S2'));
  let names = 0;
  const sent = (minutesAgo = 0) => {
    names += 1;
    const now = host.time.now.getTime();
    return { clientId: `client-${names}`, recordedAt: now - minutesAgo * 60_000, sentAt: now };
  };
  return {
    host,
    board,
    sent,
    pass: (minutes) => {
      host.time.now = new Date(host.time.now.getTime() + minutes * 60_000);
    },
  };
}

export const CHECK1 = { goods: 'ok', parameters: 'ok', identity: 'ok', circuit: 'ok' };
export const CHECK2 = { mode: 'ok', prescription: 'ok', anticoagulant: 'ok', access: 'ok', connection: 'ok' };
export const END = { returned: 'closed', ufVolume: 2000, clotDialyser: '0', clotArterial: '0', clotVenous: '0', rupture: 'no' };

/** Key of a refusal. */
export async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return error.key;
    throw error;
  }
  return `allowed ${EnvelopeCode.Ok}`;
}

/** The acts, as short as tests want them. */
export function actsOf(house: () => House) {
  const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, id: string, body: object, user = nurse, params: object = {}): Promise<ActReply> =>
    house().host.call('dialysis-session', route, { params: { id, ...params }, body: { ...house().sent(), ...body }, user }) as Promise<ActReply>;
  const acts = {
    checkIn: (slotId: string, body: object = {}): Promise<ActReply> =>
      house().host.call('dialysis-session', routes.checkIn, { body: { slotId, method: 'manual' as const, ...house().sent(), ...body }, user: nurse }),
    save: (id: string, section: string, patch: object, base: object = {}, user = nurse) => call(routes.save, id, { patch, base }, user, { section }),
    confirm: (id: string, body: object = {}) => call(routes.confirm, id, { ufTarget: 2000, minutes: 240, ...body }, doctor),
    check1: (id: string, body: object = {}) => call(routes.check1, id, { fields: CHECK1, ...body }),
    start: (id: string, body: object = {}) => call(routes.start, id, { fields: {}, ...body }),
    check2: (id: string, body: object = {}, user = second) => call(routes.check2, id, { fields: CHECK2, ...body }, user),
    reading: (id: string, body: object = {}) => call(routes.reading, id, { fields: { systolic: 130, diastolic: 80 }, ...body }),
    event: (id: string, fields: object) => call(routes.event, id, { fields }),
    adjust: (id: string, fields: object) => call(routes.adjust, id, { fields, reason: '血压偏低' }),
    give: (id: string, orderId: string, body: object = {}) => call(routes.give, id, { outcome: 'given', dose: '', reason: '', ...body }, nurse, { orderId }),
    end: (id: string, body: object = {}) => call(routes.end, id, { fields: END, ...body }),
    close: (id: string, body: object = {}) => call(routes.close, id, body),
    reopen: (id: string, body: object = {}) => call(routes.reopen, id, { reason: '补记透后血压', ...body }),
    correct: (id: string, body: object) => call(routes.correct, id, { section: '', entryId: '', reason: '录入错误', ...body }),
    undoStart: (id: string) => call(routes.undoStart, id, { reason: '误按上机' }),
    abort: (id: string) => call(routes.abort, id, { reason: '患者拒绝治疗' }),
  };
  /** Up to the start. */
  const toRunning = async (slotId: string): Promise<string> => {
    const { session } = await acts.checkIn(slotId);
    await acts.save(session.id, 'arrival', { scale: 63, clothes: 0.5 });
    await acts.save(session.id, 'access', { thrill: 'strong', skin: 'clean' });
    await acts.save(session.id, 'before', { systolic: 140, diastolic: 85, pulse: 76 });
    await acts.confirm(session.id);
    await acts.check1(session.id);
    await acts.start(session.id);
    return session.id;
  };
  /** The whole way, with the machine made ready for the next one. */
  const toClosed = async (slotId: string, { orders = [] as readonly string[], start = {} as object } = {}): Promise<ActReply> => {
    const { session } = await acts.checkIn(slotId);
    await acts.save(session.id, 'arrival', { scale: 63 });
    await acts.save(session.id, 'access', { thrill: 'strong', skin: 'clean' });
    await acts.save(session.id, 'before', { systolic: 140, diastolic: 85 });
    await acts.confirm(session.id);
    await acts.check1(session.id);
    await acts.start(session.id, { fields: start });
    await acts.check2(session.id);
    house().pass(240);
    await acts.end(session.id);
    await acts.save(session.id, 'after', { scale: 61, systolic: 130, diastolic: 80 });
    for (const orderId of orders) await acts.give(session.id, orderId);
    house().board.machines.set(`M-${session.stationId}`, 'ready');
    return await acts.close(session.id);
  };
  return { ...acts, toRunning, toClosed };
}
