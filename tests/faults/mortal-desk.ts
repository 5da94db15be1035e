import { type InsuredBills, insuredBills } from '../../plugins/charging/contract/index.ts';
import type { InsuranceTables } from '../../plugins/insurance/server/insurance-tables.ts';
import { vouchers } from '../../plugins/insurance/server/settlement/ledger/vouchers.ts';
import { lookAround, openSettleDesk, type SettleDesk, settleDeskPlugins, START, startDeskSimulator } from '../../plugins/insurance/testing/settle-desk.ts';
import { AuditLog } from '../../shell/server/audit/audit-log.ts';
import { workAuditIn } from '../../shell/server/audit/work-audit.ts';
import { clockFrom } from '../../shell/server/core/clock/clock.ts';
import { coreMigrations } from '../../shell/server/core/core-migrations.ts';
import type { CoreTables } from '../../shell/server/tables/tables.ts';
import { numberSeries } from '../../shell/server/numbers/number-series.ts';
import { type HostedPlugins, type LastingParts, migrationsOf } from '../support/processes/plugin-host.ts';
import { openTestDatabase, silentLog } from '../support/databases/test-database.ts';
import { ProcessLife } from './process-life.ts';

/** Three facilities whose server may die and come back over the same database, while the platform lives on. */
export interface MortalDesk {
  /** Of the process that lives now. */
  readonly desk: SettleDesk;
  readonly life: ProcessLife;
  /** Books of all processes to come, and of the one that lives. */
  books(change: (bills: InsuredBills) => InsuredBills): void;
  /**
   * The process ends, if it has not; the next one opens and looks for what the dead one left. Nobody may be inside the dead one any more.
   * @param patienceMs longest time that the next one waits for the platform, from its first look on; without it as long as the product does
   */
  restart(patienceMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function openMortalDesk({ patients }: { patients: number }): Promise<MortalDesk> {
  const db = await openTestDatabase([coreMigrations, ...migrationsOf(settleDeskPlugins as unknown as HostedPlugins)]); // each plugin knows its own tables
  const time = { now: new Date(START) };
  const clock = clockFrom(() => time.now);
  const sim = await startDeskSimulator({ patients, clock: () => time.now });
  let changed: ((bills: InsuredBills) => InsuredBills) | undefined;
  let life = new ProcessLife();

  const open = async (seeded: boolean): Promise<SettleDesk> => {
    const mine = new ProcessLife();
    life = mine;
    const own = mine.database(db);
    const lasting: LastingParts = {
      db: own,
      clock,
      time,
      numbers: numberSeries(own.kyselyFor<CoreTables>(), clock),
      auditWork: workAuditIn(new AuditLog(own, clock, silentLog)),
      guardOutbound: (outbound) => mine.outbound(outbound),
    };
    const opened = await openSettleDesk({ patients, seeded, sim, lasting });
    if (changed) opened.host.provide(insuredBills, changed(opened.host.service(insuredBills)));
    return opened;
  };
  let desk = await open(false);
  return {
    get desk() {
      return desk;
    },
    get life() {
      return life;
    },
    books(change) {
      changed = change;
      desk.host.provide(insuredBills, change(desk.host.service(insuredBills)));
    },
    async restart(patienceMs) {
      life.end();
      await desk.close();
      desk = await open(true);
      desk.host.waitAtMost(patienceMs);
      // Vouchers' tokens live in the memory of a process and die with it.
      for (const { id } of await desk.rows<{ id: string }>('select id from insurance.settlement')) vouchers.forget(id);
      await lookAround(desk.host.context<InsuranceTables>('insurance'));
    },
    async close() {
      life.end();
      await desk.close();
      await sim.close();
      await db.close();
    },
  };
}
