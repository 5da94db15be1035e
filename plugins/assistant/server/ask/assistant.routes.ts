import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, type RawBuilder, selectPage, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { assistantContract, type SentView, type TurnView } from '../../contract/assistant.contract.ts';
import { storedText } from '../../domain/text/stored-text.ts';
import { modelInForce, requireReady } from '../model/model-in-force.ts';
import { conversationTable, type TurnStored, turnTable } from '../tables/conversation.table.ts';
import type { AssistantDb, Ctx } from '../tables/tables.ts';
import { agree, hasAgreed } from './agreement.ts';
import { ask, stopAsk } from './ask.command.ts';
import { prepareAsk } from './prepare-ask.ts';
import { exchangesOf, ownConversation, tokensLeft, turnsOf } from './turns.ts';

const turnView = ({ id, askId, state, asked, answered, lookedUp, createdAt }: TurnStored): TurnView => ({
  ...{ id, askId, state, asked, answered, lookedUp: [...lookedUp] },
  creatorTime: createdAt.getTime(),
});

/** Whether a text has this in it, in capitals or not. */
const containsText = (column: string, word: string): RawBuilder<SqlBool> => sql<SqlBool>`position(lower(${word}) in lower(${sql.ref(column)})) > 0`;

async function preview(ctx: Ctx, prompt: string, conversationId: string | undefined): Promise<SentView> {
  const model = await modelInForce(ctx);
  requireReady(model);
  const earlier = conversationId === undefined ? [] : await exchangesOf(ctx, (await ownConversation(ctx, conversationId)).id);
  const { messages, masker } = await prepareAsk(ctx, model, earlier, storedText(prompt).trim());
  const { host, local, unmasked } = model;
  return {
    host,
    local,
    unmasked,
    messages: messages.map(({ role, content }) => ({ role, content })),
    masks: unmasked ? [] : masker.entries.map((entry) => ({ ...entry })),
  };
}

export const assistantRoutes = implement<AssistantDb>()(assistantContract, {
  async status(_input, ctx) {
    const model = await modelInForce(ctx);
    const { state, modelName, host, local, unmasked, simulated, shape } = model;
    const agreed = state !== 'off' && (await hasAgreed(ctx, model));
    return { state, modelName, host, local, unmasked, simulated, agreed, streams: shape === 'openai', tokensLeft: await tokensLeft(ctx) };
  },
  ask: ({ body }, ctx) => ask(ctx, body),
  stop: ({ params }, ctx) => stopAsk(ctx, params.id),
  preview: ({ body }, ctx) => preview(ctx, body.prompt, body.conversationId),
  async agree({ body }, ctx) {
    await agree(ctx, body, await modelInForce(ctx));
    return null;
  },
  async conversations({ query: { keyword = '', ...request } }, ctx) {
    const own = conversationTable.select(ctx, 'one').where('one.turns', '>', 0);
    const word = keyword.trim();
    const found =
      word === ''
        ? own
        : own.where(({ or, exists }) =>
            or([
              containsText('one.title', word),
              exists(
                turnTable
                  .select(ctx, 'turn')
                  .where(sql<SqlBool>`turn."conversationId" = one.id`)
                  .where((of) => of.or([containsText('turn.asked', word), containsText('turn.answered', word)])),
              ),
            ]),
          );
    const page = await selectPage(found, { db: ctx.db as never, request, sorts: {}, byDefault: ['one.lastAt', 'desc'], tieBreaker: 'one.id' });
    return { ...page, list: page.list.map(({ id, title, lastAt, turns }) => ({ id, title, turns, lastModifyTime: lastAt.getTime() })) };
  },
  async turns({ params }, ctx) {
    const { id, title } = await ownConversation(ctx, params.id);
    return { title, list: (await turnsOf(ctx, id)).map(turnView) };
  },
  async sent({ params }, ctx) {
    const turn = await turnTable.find(ctx, params.id);
    if (!turn) throw new AppError('assistant.no-conversation', { code: EnvelopeCode.NotFound });
    return { host: turn.host, messages: turn.sent.map((message) => ({ ...message })) };
  },
  async rename({ params, body }, ctx) {
    const { id } = await ownConversation(ctx, params.id);
    const title = storedText(body.title).trim();
    if (title === '') throw new AppError('assistant.empty-title', { code: EnvelopeCode.Invalid, fields: [{ path: 'title', msg: '' }] });
    // rows: a conversation of the caller's own
    await ctx.db.updateTable('assistant.conversation').set({ title }).where('id', '=', id).execute();
    return null;
  },
  async remove({ params }, ctx) {
    const found = await conversationTable.find(ctx, params.id);
    ctx.audit({ subject: 'assistant-conversation', subjectId: params.id });
    // Gone already: deleting twice ends the same way.
    if (!found) return null;
    // rows: a conversation of the caller's own
    await ctx.db.deleteFrom('assistant.conversation').where('id', '=', found.id).execute();
    return null;
  },
});
