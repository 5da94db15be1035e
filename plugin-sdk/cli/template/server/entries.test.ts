import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { EntriesRepo } from './entries.repo.ts';
import type { SamplePluginDb } from './tables.ts';

it('looks for the keyword as it is written and only in the facilities of the person', async () => {
  const ctx = createFakeServerContext<SamplePluginDb>({});
  await new EntriesRepo(ctx.db).search({ orgIds: ['o1'], keyword: '50%' }).catch(() => undefined);
  expect(ctx.record.statements[0]).toContain('"org_id" in ($1)');
  expect(ctx.record.statements[0]).toContain('ilike $2');
});
