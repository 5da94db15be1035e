import { defineContract, del, get, listOf, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_ASK_ID, MAX_KEYWORD, MAX_NEW_TOKENS, MAX_PROMPT, MAX_TITLE } from './limits.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id });
const text = Type.String({ maxLength: MAX_PROMPT });

/** What a person is told of the model that answers. */
export const assistantStatus = Type.Object({
  /** `ready`; `off`: nobody has set an address; `blocked`: the outbound list does not hold it. */
  state: Type.Union([Type.Literal('ready'), Type.Literal('off'), Type.Literal('blocked')]),
  modelName: Type.String(),
  /** Host and port that questions go to; empty while it is off. */
  host: Type.String(),
  /** The address is this computer or an address of the own network. */
  local: Type.Boolean(),
  /** Text goes out without masks (a local address, and the setting allows it). */
  unmasked: Type.Boolean(),
  /** The simulation of the demo system answers. */
  simulated: Type.Boolean(),
  /** The person has seen what is sent to this address, and agreed. */
  agreed: Type.Boolean(),
  /** The answer comes word by word. */
  streams: Type.Boolean(),
  /** Tokens that the person has left today. */
  tokensLeft: Type.Integer(),
});
export type AssistantStatus = Static<typeof assistantStatus>;

/** Kinds of what is masked. */
export const MASK_KINDS = ['person', 'document', 'phone', 'insurance', 'record', 'date', 'address', 'mail', 'number'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];
const maskKind = Type.Unsafe<MaskKind>(Type.Union(MASK_KINDS.map((kind) => Type.Literal(kind))));

export const sentMessage = Type.Object({
  role: Type.Union([Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant'), Type.Literal('tool')]),
  content: Type.String(),
});
export type SentMessage = Static<typeof sentMessage>;

/** What goes out, word for word, and what stands for what. */
export const sentView = Type.Object({
  host: Type.String(),
  local: Type.Boolean(),
  unmasked: Type.Boolean(),
  messages: Type.Array(sentMessage),
  masks: Type.Array(Type.Object({ token: Type.String(), kind: maskKind, value: Type.String() })),
});
export type SentView = Static<typeof sentView>;

export const conversationRow = Type.Object({ id: Type.String(), title: Type.String(), lastModifyTime: Type.Integer(), turns: Type.Integer() });
export type ConversationRow = Static<typeof conversationRow>;

export const turnView = Type.Object({
  id: Type.String(),
  askId: Type.String(),
  /** `running done cut stopped failed` */
  state: Type.String(),
  asked: Type.String(),
  answered: Type.String(),
  /** Titles of what was looked up for it. */
  lookedUp: Type.Array(Type.String()),
  creatorTime: Type.Integer(),
});
export type TurnView = Static<typeof turnView>;

/**
 * The eight parameters as the specification shows them, and what our own page says besides. Numbers that are left out are those of the specification; more tokens
 * than the setting allows are cut down to it.
 */
export const askBody = Type.Object({
  prompt: text,
  max_new_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  use_stream_chat: Type.Optional(Type.Boolean()),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  do_sample: Type.Optional(Type.Boolean()),
  use_cache: Type.Optional(Type.Boolean()),
  /** Names this question for good: frames carry it, it stops the answer, and the same one is never asked twice. */
  askId: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ASK_ID, pattern: '^[A-Za-z0-9_-]+$' })),
  /** Left out: a new conversation. */
  conversationId: Type.Optional(id),
});
export type AskBody = Static<typeof askBody>;

/** `done`; `cut`: the answer ends before its end, for its length or because the model said no more; `stopped`: somebody pressed stop, and it is what had come. */
const endState = Type.Union([Type.Literal('done'), Type.Literal('cut'), Type.Literal('stopped')]);
export type EndState = Static<typeof endState>;

export const askReply = Type.Object({
  /** The answer, with names in place of masks. */
  response: Type.String(),
  conversationId: Type.String(),
  turnId: Type.String(),
  state: endState,
  lookedUp: Type.Array(Type.String()),
  tokensLeft: Type.Integer(),
});
export type AskReply = Static<typeof askReply>;

/** Most tokens that a caller may ask for, and what the specification's client sends. */
export const ASK_DEFAULTS = {
  max_new_tokens: Math.min(1_024, MAX_NEW_TOKENS),
  use_stream_chat: false,
  temperature: 0.6,
  top_k: 10,
  top_p: 0.5,
  do_sample: true,
  use_cache: true,
} as const;

/** The assistant: questions to a language model, and each person's own conversations. */
export const assistantContract = defineContract('assistant', {
  status: get('/api/assistant/Status', {
    summary: 'Which model answers, where it is, and whether the caller has agreed to what is sent there',
    need: 'session',
    audit: 'none',
    reply: assistantStatus,
    spec: ['2.4-16'],
  }),
  ask: post('/api/message/deepseek', {
    summary:
      'Asks the model. `data.response` is the answer. Refused until the caller has agreed to what is sent (`assistant.not-agreed`), beyond a limit (`assistant.limit-…`), ' +
      'and while another question of the caller is at work',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: askBody,
    reply: askReply,
    spec: ['7.4-10', '7.4-19'],
  }),
  stop: post('/api/assistant/Stop/{id}', {
    summary: "Ends one's own question by its askId; the model is hung up on within a second, and what had come stays. False: it had ended",
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params,
    reply: Type.Boolean(),
  }),
  preview: post('/api/assistant/Preview', {
    summary: 'What would be sent for a question, word for word, with its masks; nothing leaves',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ prompt: text, conversationId: Type.Optional(id) }),
    reply: sentView,
  }),
  agree: post('/api/assistant/Agree', {
    summary: 'The caller has seen what is sent, and to which host, and agrees; another host is asked about anew',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }), unmasked: Type.Boolean() }),
    reply: Type.Null(),
  }),
  conversations: get('/api/assistant/Conversations', {
    summary: "The caller's own conversations, the latest first; a keyword is looked for in titles, questions and answers",
    need: 'session',
    audit: 'none',
    query: Type.Object({ ...pageQuery, keyword: Type.Optional(Type.String({ maxLength: MAX_KEYWORD })) }),
    reply: pageOf(conversationRow),
  }),
  turns: get('/api/assistant/Conversations/{id}', {
    summary: "Questions and answers of one of the caller's own conversations, the oldest first",
    need: 'session',
    audit: 'none',
    params,
    reply: Type.Intersect([listOf(turnView), Type.Object({ title: Type.String() })]),
  }),
  sent: get('/api/assistant/Turns/{id}/Sent', {
    summary: "What was sent for one of the caller's own questions, as it went out",
    need: 'session',
    audit: 'none',
    params,
    reply: Type.Object({ host: Type.String(), messages: Type.Array(sentMessage) }),
  }),
  rename: put('/api/assistant/Conversations/{id}', {
    summary: "Gives one of the caller's own conversations another title",
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params,
    body: Type.Object({ title: Type.String({ minLength: 1, maxLength: MAX_TITLE }) }),
    reply: Type.Null(),
  }),
  remove: del('/api/assistant/Conversations/{id}', {
    summary: "Deletes one of the caller's own conversations for good; what it cost stays counted",
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
});
