import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { DatabaseOptions } from '../../shell/server/db/index.ts';
import { bundleForNode } from '../support/processes/bundle-for-node.ts';
import { startChild, type TalkingChild } from '../support/processes/child-process.ts';
import { shareOf } from '../support/cases/effort.ts';
import { makePowerSwitch, type PowerSwitch } from '../support/faults/power-switch.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { emptySnapshotFile } from '../support/databases/test-database.ts';
import type { LedgerState } from './apps/ledger-app.ts';

/** Moments of the long run, and how many of them one run takes. */
const ROUNDS = Array.from({ length: 50 }, (_, at) => at + 1);
const ROUNDS_OF_A_RUN = 2;
const PATIENCE_MS = 300_000;
const MAX_MS_PER_KILL = 45_000;
const FIRST_START_ROWS = 2_000;

// A cut takes what its own file system had not written; where the image of that one lies makes no difference.
const workFolder = quickFolder('nephra-power-');
const power = makePowerSwitch(workFolder);
if (typeof power === 'string') console.info(`Power-cut tests are left out: ${power}`);

describe.skipIf(typeof power === 'string')('the embedded database and power cuts', async () => {
  const bundle = await bundleForNode({ 'ledger-app': 'tests/faults/apps/ledger-app.ts' });
  const baseSnapshot = await emptySnapshotFile();
  const disk = power as PowerSwitch;
  const children: TalkingChild[] = [];
  afterAll(async () => {
    for (const child of children) await child.kill();
    disk.remove();
    rmSync(bundle, { recursive: true, force: true });
    rmSync(workFolder, { recursive: true, force: true });
  });

  const rounds = shareOf('power cuts under load', ROUNDS, ROUNDS_OF_A_RUN);

  const start = (name: string, role: string, round = 0): TalkingChild => {
    const database: DatabaseOptions = { kind: 'embedded', dataDir: join(disk.folder, name), baseSnapshot };
    const child = startChild(join(bundle, 'ledger-app.mjs'), { database, role, round });
    children.push(child);
    return child;
  };
  const cutPower = async (child: TalkingChild): Promise<void> => {
    disk.cut();
    await child.kill();
    disk.restore();
  };
  const stateOf = async (child: TalkingChild): Promise<LedgerState> => JSON.parse(await child.line('state ')) as LedgerState;

  const expectSound = (state: LedgerState, acks: ReadonlySet<number>): void => {
    const saved = new Set(state.ids);
    expect([...acks].filter((id) => !saved.has(id))).toEqual([]);
    expect(state).toMatchObject({ unequal: 0, indexGap: 0 });
  };

  test(
    `no confirmed transaction is lost in ${rounds.length} power cuts under load`,
    async () => {
      const acks = new Set<number>();
      for (const round of rounds) {
        const child = start('load', 'write', round);
        expectSound(await stateOf(child), acks);
        await child.many('ack ', (round * 13) % 50);
        // waits: the moment of death is the point, and any is right
        await pause((round * 7) % 25);
        await cutPower(child);
        for (const line of child.lines) if (line.startsWith('ack ')) acks.add(Number(line.slice(4)));
      }
      const last = start('load', 'hold');
      expectSound(await stateOf(last), acks);
      await last.kill();
      expect(acks.size).toBeGreaterThan(rounds.length * 10);
    },
    PATIENCE_MS + MAX_MS_PER_KILL * rounds.length,
  );

  test('a power cut right after the first start keeps the whole database, one before leaves none', async () => {
    const early = start('first', 'first-half');
    await early.line('half');
    await cutPower(early);
    expect(existsSync(join(disk.folder, 'first', 'db'))).toBe(false);
    const done = start('first', 'first-start');
    await stateOf(done);
    await cutPower(done);
    const again = start('first', 'hold');
    const state = await stateOf(again);
    expect(state.ids).toHaveLength(FIRST_START_ROWS);
    expect(state).toMatchObject({ unequal: 0, indexGap: 0 });
    await again.kill();
  });
});
