import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Control, createControl } from './control.ts';
import { demoFacts } from './demo/demo-facts.ts';
import { reportMappings } from './demo/report-mappings.ts';
import { createFaultPlan } from './faults/fault-plan.ts';
import { createControlRoutes } from './http/control-routes.ts';
import { sendJson } from './http/send.ts';
import { createTrade, isRegion } from './http/trade.ts';
import { createWaiter } from './http/waiter.ts';
import type { Ledger } from './ledger.ts';
import type { CatalogueEntry, Person } from './model.ts';
import { createPlatform } from './platform.ts';
import { openStore } from './state/store.ts';

export type { Control } from './control.ts';
export type { Fault } from './faults/fault.ts';
export type { Ledger } from './ledger.ts';
export type { CatalogueEntry, Person, RegionCode, Settlement } from './model.ts';
export { signatureOf } from './profiles/signature.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export interface SimulatorOptions {
  /** 0 = a free one. */
  readonly port: number;
  /** Loopback only; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Fixes which calls faults with a probability hit. */
  readonly seed?: number;
  /** Append log; without one everything is forgotten at the end. */
  readonly stateFile?: string;
  readonly clock?: () => Date;
  /** Without it nobody can use /control over HTTP. */
  readonly controlToken?: string;
  /** Those of the demo data set when absent. */
  readonly persons?: readonly Person[];
  readonly catalogue?: readonly CatalogueEntry[];
}

export interface InsuranceSimulator {
  readonly port: number;
  /** `http://127.0.0.1:5090`; base of a region: `<url>/guangdong`. */
  readonly url: string;
  readonly control: Control;
  ledger(): Ledger;
  close(): Promise<void>;
}

/** Starts the simulated platform. @throws when the port is taken or the host is not loopback */
export async function startInsuranceSimulator(options: SimulatorOptions): Promise<InsuranceSimulator> {
  const host = options.host ?? '127.0.0.1';
  if (!LOOPBACK.includes(host)) throw new Error(`The insurance simulator listens on loopback only, not on ${host}.`);
  const wall = options.clock ?? (() => new Date());
  const clock = { skewMs: 0 };
  const now = () => new Date(wall().getTime() + clock.skewMs);
  const demo = demoFacts(wall());
  const facts = {
    persons: new Map((options.persons ?? demo.persons).map((person) => [person.psnNo, person])),
    catalogue: new Map((options.catalogue ?? demo.catalogue).map((entry) => [entry.code, entry])),
    diagnoses: demo.diagnoses,
  };
  const store = openStore(options.stateFile);
  // Mappings of the demo facilities are about the demo catalogue.
  if (options.catalogue === undefined) reportMappings(store, demo.mappings);
  const plan = createFaultPlan(options.seed ?? 1);
  const waiter = createWaiter();
  const platform = createPlatform(store, facts, now);
  const { control, record } = createControl({ store, plan, clock, forget: platform.forget, release: waiter.release });
  const trade = createTrade({ platform, faults: plan, waiter, now, record });
  const steer = options.controlToken ? createControlRoutes(control, options.controlToken) : undefined;

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    const [, first = '', rest = '/'] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    const work = isRegion(first) ? trade(first, rest, request, response) : first === 'control' && steer ? steer(rest, request, response) : undefined;
    if (work === undefined) return sendJson(response, 404, { message: 'simulated insurance platform: /guangdong, /hubei, /guangxi, /elsewhere' });
    work.catch((error: unknown) => {
      console.error(`insurance simulator: ${error instanceof Error ? error.stack : String(error)}`);
      sendJson(response, 500, { message: 'the simulator has a fault of its own' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  }).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    control,
    ledger: control.ledger,
    async close() {
      waiter.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}
