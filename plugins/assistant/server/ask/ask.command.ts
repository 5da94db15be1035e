import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { ASK_DEFAULTS, type AskBody, type AskReply, type EndState } from '../../contract/assistant.contract.ts';
import { settings } from '../../contract/settings.ts';
import type { AnswerOptions } from '../../domain/model/model-settings.ts';
import { storedText } from '../../domain/text/stored-text.ts';
import { type ModelInForce, modelInForce, requireReady } from '../model/model-in-force.ts';
import type { TurnStored } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { requireAgreement } from './agreement.ts';
import { Conversation, converse } from './converse.ts';
import { prepareAsk } from './prepare-ask.ts';
import { PartPusher } from './push-parts.ts';
import { runningAsks } from './running-asks.ts';
import { watchForStop } from './stop-watch.ts';
import { beginTurn, endTurn, exchangesOf, ownConversation, tokensLeft, turnNamed } from './turns.ts';

async function optionsOf(ctx: Ctx, body: AskBody, model: ModelInForce): Promise<AnswerOptions> {
  return {
    maxTokens: Math.min(body.max_new_tokens ?? ASK_DEFAULTS.max_new_tokens, await ctx.setting(settings, 'answerTokens')),
    temperature: body.temperature ?? ASK_DEFAULTS.temperature,
    topK: body.top_k ?? ASK_DEFAULTS.top_k,
    topP: body.top_p ?? ASK_DEFAULTS.top_p,
    sample: body.do_sample ?? ASK_DEFAULTS.do_sample,
    cache: body.use_cache ?? ASK_DEFAULTS.use_cache,
    stream: (body.use_stream_chat ?? ASK_DEFAULTS.use_stream_chat) && model.shape === 'openai',
  };
}

const replyOf = async (
  ctx: Ctx,
  turn: Pick<TurnStored, 'id' | 'conversationId' | 'answered' | 'lookedUp'> & { readonly state: EndState },
): Promise<AskReply> => ({
  response: turn.answered,
  conversationId: turn.conversationId,
  turnId: turn.id,
  state: turn.state,
  lookedUp: [...turn.lookedUp],
  tokensLeft: await tokensLeft(ctx),
});

/**
 * POST /api/message/deepseek: masks, writes down, sends, writes down what came back.
 * @throws AppError `assistant.empty`, `assistant.off`, `assistant.not-listed`, `assistant.not-agreed`, `assistant.limit-…`, `assistant.still-answering`,
 * `assistant.no-conversation`, `assistant.names-unknown`, `assistant.model-…`
 */
export async function ask(ctx: Ctx, body: AskBody): Promise<AskReply> {
  const prompt = storedText(body.prompt).trim();
  if (prompt === '') throw new AppError('assistant.empty', { code: EnvelopeCode.Invalid, fields: [{ path: 'prompt', msg: '' }] });
  const model = await modelInForce(ctx);
  requireReady(model);
  await requireAgreement(ctx, model);
  const askId = body.askId ?? ctx.newId();
  const before = await turnNamed(ctx, askId);
  // Sent again after a lost answer: a model is not asked twice.
  if (before && before.state !== 'running' && before.state !== 'failed') return await replyOf(ctx, { ...before, state: before.state });
  const conversation = body.conversationId === undefined ? undefined : await ownConversation(ctx, body.conversationId);
  const prepared = await prepareAsk(ctx, model, conversation ? await exchangesOf(ctx, conversation.id) : [], prompt);
  const options = await optionsOf(ctx, body, model);
  const timeoutMs = (await ctx.setting(settings, 'answerSeconds')) * 1_000;
  const turn = await beginTurn(ctx, { conversation, askId, prompt, sent: prepared.masked, host: model.host, timeoutMs });
  const known = new Conversation(prepared.masked);
  const facts = { host: model.host, model: model.modelName, unmasked: model.unmasked, earlier: prepared.masked.length - 2 };
  const noted = (end: object): void =>
    ctx.audit({ subject: 'assistant', subjectId: turn.turnId, after: { ...facts, sent: prepared.masked.at(-1)?.content, ...end } });
  // On record with masks even where it fails from here on.
  noted({});
  const { signal } = runningAsks.begin(ctx.user.userId, askId);
  const endWatch = watchForStop(ctx, turn.turnId, askId);
  const pusher = options.stream ? new PartPusher(ctx, askId) : undefined;
  const ended = (state: EndState | 'failed', answered: string) =>
    endTurn(ctx, { ...turn, state, answered, sent: known.sent, lookedUp: known.lookedUp, tokens: { prompt: known.promptTokens, answer: known.answerTokens } });
  try {
    const { state, answered } = await converse(ctx, { model, prepared, options, timeoutMs, signal, pusher, known });
    await pusher?.settled();
    await ended(state, answered);
    noted({ state, promptTokens: known.promptTokens, answerTokens: known.answerTokens, lookedUp: known.records });
    return await replyOf(ctx, { id: turn.turnId, conversationId: turn.conversationId, answered, lookedUp: known.lookedUp, state });
  } catch (error) {
    await ended('failed', '').catch((failure: unknown) => ctx.log.error({ err: failure }, 'a question that failed was not written down'));
    noted({ state: 'failed', lookedUp: known.records });
    throw error;
  } finally {
    endWatch();
    runningAsks.end(ctx.user.userId, askId);
  }
}

/** Ends one's own question. @returns false when it had ended */
export async function stopAsk(ctx: Ctx, askId: string): Promise<boolean> {
  // rows: a question of the caller's own
  const { numUpdatedRows } = await ctx.db
    .updateTable('assistant.turn')
    .set({ stop: true })
    .where('user_id', '=', ctx.user.userId)
    .where('ask_id', '=', askId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  runningAsks.stop(ctx.user.userId, askId);
  return numUpdatedRows > 0n;
}
