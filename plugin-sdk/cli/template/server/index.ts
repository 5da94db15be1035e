import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement } from '@nephra/plugin-sdk/server';
import { entriesContract } from '../contract/index.ts';
import { tidyName } from '../domain/entry-name.ts';
import { EntriesRepo } from './entries.repo.ts';
import migrations from './migrations';
import type { SamplePluginDb } from './tables.ts';

/** Writes run in one transaction with their audit entry; a thrown AppError rolls it back and is shown in the user's language. */
const handlers = implement<SamplePluginDb>()(entriesContract, {
  async list({ query }, ctx) {
    const { rows, total } = await new EntriesRepo(ctx.db).search({ ...query, orgIds: ctx.user.orgIds });
    return toPage(
      rows.map(({ id, name, note, created_at }) => ({ id, name, note, createdTime: created_at.getTime() })),
      total,
      query,
    );
  },

  async add({ body }, ctx) {
    const repo = new EntriesRepo(ctx.db);
    const name = tidyName(body.name);
    if (await repo.hasName(ctx.user.orgId, name)) throw new AppError('entry.name-taken', { params: { name }, fields: [{ path: '/body/name', msg: name }] });
    const id = ctx.newId();
    await repo.add({ id, org_id: ctx.user.orgId, name, note: body.note, created_at: ctx.clock.now() });
    ctx.audit({ subject: 'entry', subjectId: id, after: { name } });
    ctx.message('entry.added');
    return { id };
  },

  async remove({ params }, ctx) {
    if (!(await new EntriesRepo(ctx.db).remove(params.id, ctx.user.orgIds))) throw new AppError('entry.gone', { code: EnvelopeCode.NotFound });
    ctx.audit({ subject: 'entry', subjectId: params.id });
    ctx.message('entry.removed');
    return null;
  },
});

export default defineServerPlugin<SamplePluginDb>({
  schema: 'sample_plugin',
  migrations,
  implementations: [handlers],
});
