import { AppError, EnvelopeCode, type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import { dataRights, implement, inQueue, messageSender, organizationNames, selectPage, sql } from '@nephra/plugin-sdk/server';
import { BIND_MINUTES } from '../../../contract/public/public-limits.ts';
import { publicUserContract } from '../../../contract/public/public-user.contract.ts';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import { bindCodeTable, publicUserTable } from '../../tables/public.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';
import { refused } from '../account/public-account.ts';
import { REMINDER_KIND, REMINDER_TITLE } from '../account/reminder-kind.ts';
import { hashOf, newCode } from './bind-code.ts';
import { shownFollowers } from './follower.ts';
import { syncHandlers } from './sync.handlers.ts';
import { tagHandlers } from './tag.handlers.ts';

const MAX_FOUND = 500;

const directoryOf = (ctx: Ctx) => ctx.optionalService(patientDirectory);

async function bindCode(ctx: Ctx, patientId: string) {
  const file = await directoryOf(ctx)?.get(patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (file?.enableMark !== 1) throw new AppError('wechat.mp-no-patient', { code: EnvelopeCode.NotFound });
  const code = newCode();
  // rows: an earlier code of this patient, and those that are over, so that a new one meets none by chance
  await ctx.db
    .deleteFrom('wechat.public_bind_code')
    .where((eb) => eb.or([eb('patient_id', '=', patientId), eb('ends_at', '<', ctx.clock.steady()), eb('hash', '=', hashOf(code))]))
    .execute();
  await bindCodeTable.insertAll(ctx, [
    {
      ...{ hash: hashOf(code), patientId, orgId: file.orgId, creatorId: ctx.user.userId, creatorUser: ctx.user.userName.slice(0, 100) },
      endsAt: new Date(ctx.clock.steady().getTime() + BIND_MINUTES * 60_000),
    },
  ]);
  ctx.audit({ subject: 'wechat-follower', patientId, note: 'code to bind' });
  return { code, minutes: BIND_MINUTES, patientName: file.patientName };
}

async function unbind(ctx: Ctx, id: string): Promise<null> {
  const row = await publicUserTable.find(ctx, id);
  if (!row) throw new AppError('wechat.mp-user-unknown', { code: EnvelopeCode.NotFound });
  const free = { patient_id: '', org_id: '', bound_at: null, updated_at: ctx.clock.now() };
  // rows: one that the door let the caller see
  await ctx.db.updateTable('wechat.public_user').set(free).where('id', '=', row.id).where('patient_id', '=', row.patientId).execute();
  ctx.audit({ subject: 'wechat-follower', subjectId: id, patientId: row.patientId, before: { patientId: row.patientId }, after: { patientId: '' } });
  ctx.message('mpUnbound');
  return null;
}

async function remind(ctx: Ctx, ids: readonly string[]) {
  const rows = await publicUserTable
    .select(ctx, 'follower')
    .where('follower.id', 'in', [...ids])
    .where('follower.patientId', '<>', '')
    .where('follower.subscribed', '=', true)
    .execute();
  const sender = ctx.optionalService(messageSender);
  if (!sender) throw refused('no-messages');
  const organisations = [...new Set(rows.map(({ orgId }) => orgId))];
  const { patients } = await sender.send({
    ...{ kind: REMINDER_KIND, title: REMINDER_TITLE, text: REMINDER_TITLE, from: REMINDER_TITLE, key: `${REMINDER_KIND}/${ctx.newId()}` },
    receivers: organisations.map((organisation) => ({
      organisation,
      patients: rows.filter(({ orgId }) => orgId === organisation).map((row) => row.patientId),
    })),
  });
  ctx.audit({ subject: 'wechat-follower', after: { reminded: rows.map(({ id }) => id) } });
  ctx.message('mpReminded', { n: patients });
  return { count: patients };
}

/** Followers of the public account. */
export const publicUserRoutes = implement<WechatDb>()(publicUserContract, {
  async list({ query }, ctx) {
    let found = publicUserTable.select(ctx, 'follower');
    if (query.subscribed) found = found.where('follower.subscribed', '=', query.subscribed === 'yes');
    if (query.bound) found = found.where('follower.patientId', query.bound === 'yes' ? '<>' : '=', '');
    if (query.tagId !== undefined) found = found.where(sql<boolean>`follower.tags @> ${JSON.stringify([query.tagId])}::jsonb`);
    const keyword = query.keyword?.trim() ?? '';
    if (keyword !== '') {
      const ids = (await directoryOf(ctx)?.idsFound(keyword, ctx.user.orgIds, dataRights(ctx, 'his.patient'), MAX_FOUND)) ?? [];
      found = found.where(sql<boolean>`follower."patientId" = any(${[...ids]}::text[])`);
    }
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['follower.createdAt', 'desc'], tieBreaker: 'follower.id' });
    return toPage(await shownFollowers(ctx, page.list), page.pagination.total, query);
  },
  async patients({ query }, ctx) {
    const directory = directoryOf(ctx);
    if (!directory) return toPage([], 0, query);
    const { currentPage, pageSize, keyword } = query;
    const page = await directory.search({
      ...{ orgIds: ctx.user.orgIds, rights: dataRights(ctx, 'his.patient') },
      ...(keyword !== undefined && { keyword }),
      ...(currentPage !== undefined && { currentPage }),
      ...(pageSize !== undefined && { pageSize }),
    });
    const names = await ctx.optionalService(organizationNames)?.of([...new Set(page.list.map(({ orgId }) => orgId as OrgId))]);
    return toPage(
      page.list.map(({ patientId: id, patientName: fullName, outpatientCode: outpatientNo, orgId }) => ({
        ...{ id, fullName, outpatientNo, organizeName: names?.get(orgId as OrgId) ?? '' },
      })),
      page.pagination.total,
      query,
    );
  },
  bindCode: inQueue(
    () => ['bind code'],
    ({ body }, ctx) => bindCode(ctx, body.patientId),
  ),
  unbind: ({ params }, ctx) => unbind(ctx, params.id),
  remind: ({ body }, ctx) => remind(ctx, body.userIds),
  ...syncHandlers,
  ...tagHandlers,
});
