import { toPage } from '@nephra/plugin-sdk/contract';
import { implement, matchesKeyword, requireSystemAdministrator, selectPage, sql, wordOf } from '@nephra/plugin-sdk/server';
import { outboxContract, type OutboxRow } from '../../../contract/send/outbox.contract.ts';
import type { OutboxState } from '../../../contract/send/send-limits.ts';
import { type OutboxStored, outboxTable } from '../../tables/outbox.table.ts';
import type { Ctx, MessageDb } from '../../tables/tables.ts';
import { kindsIn } from '../kinds.ts';
import { channelsIn } from '../preference/ways.query.ts';
import { outboxWritten } from './lane-worker.ts';

function rowOf(ctx: Ctx, row: OutboxStored, names: { readonly channels: ReadonlyMap<string, string>; readonly kinds: ReadonlyMap<string, string> }): OutboxRow {
  return {
    ...{
      id: row.id,
      creatorTime: row.createdAt.getTime(),
      userName: row.orgId === '' ? row.userName : ctx.text('outbox.patient'),
      channel: row.channel,
      urgency: row.urgency,
      state: row.state,
    },
    ...{ channelName: names.channels.get(row.channel) ?? row.channel, kindName: names.kinds.get(row.kind) ?? row.kind, tries: row.tries },
    ...{ address: row.address, reason: row.reason === '' ? '' : wordOf(ctx, `outbox.reasons.${row.reason}`, row.reason), said: row.said },
    nextTryTime: row.state === 'waiting' ? ctx.clock.shown(row.nextTryAt).getTime() : 0,
    ...{ endTime: row.endedAt?.getTime() ?? 0, version: row.version },
  };
}

const namesIn = (ctx: Ctx) => ({
  channels: new Map(channelsIn(ctx).map(({ code, title }) => [code, title[ctx.language]])),
  kinds: new Map([...kindsIn(ctx).values()].map(({ code, title }) => [code, title[ctx.language]])),
});

interface Chosen {
  readonly rows: readonly { readonly id: string; readonly version: number }[];
}

/** Changes rows that stand as their reader saw them, in one of these states. @returns those that were changed */
async function decide(ctx: Ctx, { rows }: Chosen, from: readonly OutboxState[], change: object): Promise<OutboxStored[]> {
  const asked = await outboxTable
    .everywhere(ctx, 'an administrator decides about what left the product', 'row')
    .where(
      'row.id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('row.state', 'in', [...from])
    .orderBy('row.id')
    .execute();
  const changed: OutboxStored[] = [];
  for (const row of asked) {
    const version = rows.find(({ id }) => id === row.id)?.version;
    if (version !== row.version) continue;
    const set = { ...change, version: row.version + 1, updated_at: ctx.clock.now() };
    // rows: rows that the administrator named, as they stand
    const done = await ctx.db.updateTable('message.outbox').set(set).where('id', '=', row.id).where('version', '=', version).executeTakeFirst();
    if (done.numUpdatedRows > 0n) changed.push(row);
  }
  ctx.audit({
    subject: 'message-outbox',
    subjectId: changed.length === 1 ? (changed[0]?.id ?? '') : '',
    after: { rows: changed.map(({ id, state }) => `${id} ${state}`) },
  });
  return changed;
}

/** What leaves the product, for administrators. */
export const outboxRoutes = implement<MessageDb>()(outboxContract, {
  async list({ query }, ctx) {
    requireSystemAdministrator(ctx);
    let found = outboxTable.everywhere(ctx, 'administrators see what left the product, without what it says', 'row');
    if (query.state) found = found.where('row.state', '=', query.state);
    if (query.channel) found = found.where('row.channel', '=', query.channel);
    if (query.kind) found = found.where('row.kind', '=', query.kind);
    const keyword = matchesKeyword('row.searchGrams', query.keyword);
    if (keyword) found = found.where(keyword);
    const options = { db: ctx.db, request: query, sorts: {}, byDefault: ['row.createdAt', 'desc'], tieBreaker: 'row.id' } as const;
    const { list, pagination } = await selectPage(found, options);
    const names = namesIn(ctx);
    return toPage(
      list.map((row) => rowOf(ctx, row, names)),
      pagination.total,
      query,
    );
  },

  async channels(_input, ctx) {
    requireSystemAdministrator(ctx);
    // rows: counted alone
    const counts = await ctx.db
      .selectFrom('message.outbox')
      .select(['channel', 'state', sql<string>`count(*)`.as('rows')])
      .where('state', 'in', ['waiting', 'sending', 'doubtful', 'given-up'])
      .groupBy(['channel', 'state'])
      .execute();
    const countOf = (code: string, ...states: readonly OutboxState[]): number =>
      counts.filter(({ channel, state }) => channel === code && states.includes(state)).reduce((sum, { rows }) => sum + Number(rows), 0);
    const channels = [];
    for (const channel of channelsIn(ctx))
      channels.push({
        ...{ code: channel.code, title: channel.title[ctx.language], ready: await channel.ready() },
        ...{ waiting: countOf(channel.code, 'waiting', 'sending'), failed: countOf(channel.code, 'doubtful', 'given-up') },
      });
    return { channels, kinds: [...namesIn(ctx).kinds].map(([code, title]) => ({ code, title })) };
  },

  async sendAgain({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const anew = { state: 'waiting', tries: 0, unsure: false, reason: '', said: '', ended_at: null, next_try_at: ctx.clock.steady() };
    const changed = await decide(ctx, body, ['given-up', 'doubtful'], { ...anew, created_at: ctx.clock.now() });
    for (const channel of new Set(changed.map((row) => row.channel))) ctx.publish(outboxWritten, { channel });
    ctx.message('sentAgain', { n: changed.length });
    return { count: changed.length };
  },

  async close({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const ended = { ended_at: ctx.clock.now(), reason: 'by-hand' };
    const settled = await decide(ctx, body, ['doubtful'], { state: 'sent', ...ended });
    const given = await decide(ctx, body, ['waiting'], { state: 'given-up', ...ended });
    ctx.message('outboxClosed', { n: settled.length + given.length });
    return { count: settled.length + given.length };
  },
});
