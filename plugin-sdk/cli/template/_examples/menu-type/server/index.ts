import { defineServerPlugin, growing, implement } from '@nephra/plugin-sdk/server';
import { boardContract } from '../contract/index.ts';
import migrations from './migrations';
import { noticeTable, type SamplePluginDb } from './tables.ts';

const SHOWN = 50;

const routes = implement<SamplePluginDb>()(boardContract, {
  async list({ params }, ctx) {
    const rows = await noticeTable.select(ctx, 'n').where('n.board', '=', params.board).orderBy('n.createdAt', 'desc').orderBy('n.id').limit(SHOWN).execute();
    return { list: rows.map(({ id, text }) => ({ id, text })) };
  },
  async add({ params, body }, ctx) {
    const id = ctx.newId();
    await noticeTable.insert(ctx, { id, orgId: ctx.user.orgId, board: params.board, text: body.text });
    ctx.audit({ subject: 'notice', subjectId: id, after: { board: params.board, text: body.text } });
    ctx.message('notice.added');
    return { id };
  },
});

export default defineServerPlugin<SamplePluginDb>({
  schema: 'sample_plugin',
  migrations,
  implementations: [routes],
  tableSizes: { 'sample_plugin.notice': growing(20_000) },
});
