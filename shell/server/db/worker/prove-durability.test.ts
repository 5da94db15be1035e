import type { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from 'vitest';
import { proveDurability } from './open-engine.ts';

const safe: Record<string, string> = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', wal_sync_method: 'fsync' };

/** An engine that answers settings and reports each commit to `onCommit`. */
function engine(settings: Record<string, string>, onCommit: () => void): PGlite {
  const query = async (sql: string, parameters: string[] = []): Promise<{ rows: object[] }> => {
    if (sql.includes('current_setting')) return { rows: [{ value: settings[parameters[0] ?? ''] }] };
    onCommit();
    return { rows: [] };
  };
  // The proof uses nothing but `query`.
  return { query } as unknown as PGlite;
}

describe('self-test of the embedded engine at each start', () => {
  test('a commit that reaches the disk passes', async () => {
    const files = { syncs: 5 };
    await proveDurability(
      engine(safe, () => {
        files.syncs += 1;
      }),
      files,
    );
  });

  test('a commit that syncs nothing is refused: confirmed work could be lost', async () => {
    await expect(
      proveDurability(
        engine(safe, () => {}),
        { syncs: 5 },
      ),
    ).rejects.toThrow(/commit was not forced to disk/);
  });

  test.each(Object.keys(safe))('a weakened setting %s is refused', async (name) => {
    await expect(
      proveDurability(
        engine({ ...safe, [name]: 'off' }, () => {}),
        { syncs: 0 },
      ),
    ).rejects.toThrow(name);
  });
});
