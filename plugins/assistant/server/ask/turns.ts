import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { brokenUniqueIndex, sql } from '@nephra/plugin-sdk/server';
import type { EndState, SentMessage } from '../../contract/assistant.contract.ts';
import { MAX_TITLE, MAX_TURNS } from '../../contract/limits.ts';
import { settings } from '../../contract/settings.ts';
import type { Exchange } from '../../domain/model/chat-messages.ts';
import { costOf, priceOf } from '../../domain/usage/cost.ts';
import { limitReached } from '../../domain/usage/limits.ts';
import { type ConversationStored, conversationTable, type TurnStored, turnTable } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { usageTable } from '../tables/usage.table.ts';

const MINUTE_MS = 60_000;
/** Beyond the time that the model has: for look-ups and what stands around them. */
const SPARE_MS = 60_000;

/** @throws AppError `assistant.no-conversation`, also for one of somebody else */
export async function ownConversation(ctx: Ctx, id: string): Promise<ConversationStored> {
  const found = await conversationTable.find(ctx, id);
  if (!found) throw new AppError('assistant.no-conversation', { code: EnvelopeCode.NotFound });
  return found;
}

/** Questions of a conversation that were answered or are at work, the oldest first. One whose server died is neither. */
export async function turnsOf(ctx: Ctx, conversationId: string): Promise<readonly TurnStored[]> {
  const turns = await turnTable
    .select(ctx, 'turn')
    .where('turn.conversationId', '=', conversationId)
    .where('turn.state', '<>', 'failed')
    .orderBy('turn.createdAt')
    .orderBy('turn.id')
    .limit(MAX_TURNS)
    .execute();
  const now = ctx.clock.steady();
  return turns.filter(({ state, busyUntil }) => state !== 'running' || busyUntil > now);
}

export const exchangesOf = async (ctx: Ctx, conversationId: string): Promise<readonly Exchange[]> =>
  (await turnsOf(ctx, conversationId)).filter(({ state, answered }) => state !== 'running' && answered !== '');

/** The question that a page gave this name before. */
export const turnNamed = async (ctx: Ctx, askId: string): Promise<TurnStored | undefined> =>
  await turnTable.select(ctx, 'turn').where('turn.userId', '=', ctx.user.userId).where('turn.askId', '=', askId).executeTakeFirst();

/** Tokens that the person has left today. */
export async function tokensLeft(ctx: Ctx): Promise<number> {
  return Math.max(0, (await ctx.setting(settings, 'personTokens')) - (await tokensOf(ctx, ctx.user.userId)));
}

/** Tokens of today, of a person or of everybody. */
async function tokensOf(ctx: Ctx, userId?: string): Promise<number> {
  const rows = usageTable.everywhere(ctx, 'what counts is what was asked, wherever the person works', 'one').where('one.day', '=', ctx.clock.today());
  const own = userId === undefined ? rows : rows.where('one.userId', '=', userId);
  const { total } = await own
    .clearSelect()
    .select(sql<string>`coalesce(sum(one."promptTokens" + one."answerTokens"), 0)::text`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export interface NewTurn {
  readonly conversation: ConversationStored | undefined;
  readonly askId: string;
  readonly prompt: string;
  readonly sent: readonly SentMessage[];
  readonly host: string;
  readonly timeoutMs: number;
}

/**
 * Writes down what is about to be sent, if the limits allow one more question.
 * @throws AppError `assistant.limit-…`, `assistant.still-answering`, `assistant.too-many-turns`
 */
export async function beginTurn(ctx: Ctx, turn: NewTurn): Promise<{ readonly turnId: string; readonly conversationId: string }> {
  const limits = {
    asksPerMinute: await ctx.setting(settings, 'asksPerMinute'),
    personTokens: await ctx.setting(settings, 'personTokens'),
    siteTokens: await ctx.setting(settings, 'siteTokens'),
  };
  if (turn.conversation && turn.conversation.turns >= MAX_TURNS) throw new AppError('assistant.too-many-turns', { params: { n: MAX_TURNS } });
  const { userId, orgId } = ctx.user;
  return await ctx.transaction(async () => {
    const minuteAsks = await pace(ctx);
    const so = { minuteAsks, personTokens: await tokensOf(ctx, userId), siteTokens: await tokensOf(ctx) };
    const reached = limitReached(so, limits);
    const most = { 'limit-minute': limits.asksPerMinute, 'limit-person': limits.personTokens, 'limit-site': limits.siteTokens };
    if (reached) throw new AppError(`assistant.${reached}`, { code: EnvelopeCode.TooMany, params: { n: most[reached] } });
    const conversationId = turn.conversation?.id ?? ctx.newId();
    const now = ctx.clock.now();
    if (!turn.conversation) {
      const title = [...turn.prompt.replaceAll(/\s{1,100}/g, ' ')].slice(0, MAX_TITLE / 2).join('');
      await ctx.db.insertInto('assistant.conversation').values({ id: conversationId, org_id: orgId, user_id: userId, title, turns: 0, last_at: now }).execute();
    }
    const steady = ctx.clock.steady();
    // Whoever worked on these died: nothing will come any more.
    // rows: questions of the caller's own
    await ctx.db
      .updateTable('assistant.turn')
      .set({ state: 'failed' })
      .where('user_id', '=', userId)
      .where('state', '=', 'running')
      .where('busy_until', '<', steady)
      .execute();
    // rows: a question of the caller's own that failed and is asked again
    await ctx.db.deleteFrom('assistant.turn').where('user_id', '=', userId).where('ask_id', '=', turn.askId).where('state', '=', 'failed').execute();
    const turnId = ctx.newId();
    try {
      await ctx.db
        .insertInto('assistant.turn')
        .values({
          ...{ id: turnId, conversation_id: conversationId, user_id: userId, ask_id: turn.askId, state: 'running', asked: turn.prompt, answered: '' },
          ...{ sent: JSON.stringify(turn.sent), host: turn.host, looked_up: [], stop: false, created_at: now },
          busy_until: new Date(steady.getTime() + turn.timeoutMs + SPARE_MS),
        })
        .execute();
    } catch (error) {
      if (brokenUniqueIndex(error) !== undefined) throw new AppError('assistant.still-answering', { code: EnvelopeCode.Conflict, cause: error });
      throw error;
    }
    return { turnId, conversationId };
  });
}

/** Counts one more question of the running minute. Who asks at the same moment waits for the row. @returns questions of the minute before this one */
async function pace(ctx: Ctx): Promise<number> {
  const now = ctx.clock.steady();
  const before = new Date(now.getTime() - MINUTE_MS);
  const { rows } = await sql<{ asks: number }>`
    insert into assistant.pace as pace (user_id, minute_from, asks) values (${ctx.user.userId}, ${now}, 1)
    on conflict (user_id) do update set
      minute_from = case when pace.minute_from <= ${before} then excluded.minute_from else pace.minute_from end,
      asks = case when pace.minute_from <= ${before} then 1 else pace.asks + 1 end
    returning asks`.execute(ctx.db);
  return (rows[0]?.asks ?? 1) - 1;
}

export interface TurnEnd {
  readonly turnId: string;
  readonly conversationId: string;
  readonly state: EndState | 'failed';
  readonly answered: string;
  readonly sent: readonly SentMessage[];
  readonly lookedUp: readonly string[];
  readonly tokens: { readonly prompt: number; readonly answer: number };
}

/** Writes down what came back, and what it cost. */
export async function endTurn(ctx: Ctx, { turnId, conversationId, state, answered, sent, lookedUp, tokens }: TurnEnd): Promise<void> {
  const prices = { prompt: priceOf(Number(await ctx.setting(settings, 'promptPrice'))), answer: priceOf(Number(await ctx.setting(settings, 'answerPrice'))) };
  const { userId, userName, orgId } = ctx.user;
  await ctx.transaction(async () => {
    // rows: the question that the caller has just asked
    await ctx.db
      .updateTable('assistant.turn')
      .set({ state, answered, sent: JSON.stringify(sent), looked_up: [...lookedUp] })
      .where('id', '=', turnId)
      .where('state', '=', 'running')
      .execute();
    if (state !== 'failed') {
      // rows: the conversation that the caller has just asked in
      await sql`update assistant.conversation set turns = least(turns + 1, ${MAX_TURNS}), last_at = ${ctx.clock.now()} where id = ${conversationId}`.execute(
        ctx.db,
      );
    }
    const cost = costOf(tokens, prices);
    await sql`
      insert into assistant.usage as usage (day, user_id, org_id, user_name, asks, prompt_tokens, answer_tokens, cost)
      values (${ctx.clock.today()}::date, ${userId}, ${orgId}, ${userName.slice(0, 100)}, 1, ${tokens.prompt}, ${tokens.answer}, ${cost})
      on conflict (day, user_id, org_id) do update set
        user_name = excluded.user_name, asks = usage.asks + 1, prompt_tokens = usage.prompt_tokens + excluded.prompt_tokens,
        answer_tokens = usage.answer_tokens + excluded.answer_tokens, cost = usage.cost + excluded.cost`.execute(ctx.db);
  });
}
