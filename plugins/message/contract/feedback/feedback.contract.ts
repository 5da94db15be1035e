import { defineContract, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { byId, moment } from '../message.schema.ts';
import {
  FEEDBACK_MENU,
  FEEDBACK_STATES,
  type FeedbackState,
  MAX_FEEDBACK_PLACE,
  MAX_FEEDBACK_TEXT,
  MAX_PAGE_TITLE,
  MAX_PRODUCT_VERSION,
  MAX_SCREEN,
  MAX_USER_AGENT,
} from './feedback-limits.ts';

const need = `perm:${FEEDBACK_MENU}` as const;
const state = Type.Unsafe<FeedbackState>(Type.Union(FEEDBACK_STATES.map((one) => Type.Literal(one))));
const anyState = Type.Unsafe<FeedbackState | ''>(Type.Union([Type.Literal(''), ...FEEDBACK_STATES.map((one) => Type.Literal(one))]));

/** What somebody said of a page of the product. */
export const feedbackRow = Type.Object({
  id: Type.String(),
  text: Type.String(),
  state,
  creatorUser: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  /** Where the person worked when it was said. */
  organizeName: Type.String(),
  /** Path of the page, and what that was called. */
  place: Type.String(),
  pageTitle: Type.String(),
  /** `Chrome 126 · Windows`; empty when unknown. */
  browser: Type.String(),
  screen: Type.String(),
  productVersion: Type.String(),
  /** JSON text: an array of at most one `uploadedFile`, the covered picture of the screen; `''`: none. */
  files: Type.String(),
  /** The latest one; empty: none yet. */
  answer: Type.String(),
  answeredBy: Type.String(),
  answerTime: moment,
  version: Type.Integer(),
});
export type FeedbackRow = Static<typeof feedbackRow>;

/** Feedback of the navbar (spec 2.4-04): said by everybody, read and answered by administrators of the organisation and of those above. */
export const feedbackContract = defineContract('message-feedback', {
  /**
   * Its administrators get a message; where the organisation has none, those of the system do.
   * @throws `message.feedback-empty`, `message.feedback-too-many`, `message.file-not-yours` and `message.picture-only` (at `pictureId`)
   */
  send: post('/api/message/Feedback', {
    summary: 'Say something of the product to the administrators of the own organisation',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: MAX_FEEDBACK_TEXT }),
      place: Type.String({ maxLength: MAX_FEEDBACK_PLACE }),
      pageTitle: Type.String({ maxLength: MAX_PAGE_TITLE }),
      /** What the browser says of itself; its name and system are kept. */
      userAgent: Type.String({ maxLength: MAX_USER_AGENT }),
      screen: Type.String({ maxLength: MAX_SCREEN }),
      productVersion: Type.String({ maxLength: MAX_PRODUCT_VERSION }),
      /** An own upload of type `annex` that is a picture; left out: none. */
      pictureId: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    }),
    reply: Type.Object({ id: Type.String() }),
    spec: ['2.4-04'],
  }),
  list: get('/api/message/Feedback', {
    summary: 'Feedback of the caller’s organisations, the newest first',
    need,
    audit: 'none',
    query: Type.Object({ ...pageQuery, state: Type.Optional(anyState) }),
    reply: pageOf(feedbackRow),
  }),
  info: get('/api/message/Feedback/{id}', {
    summary: 'One piece of feedback',
    need,
    audit: 'none',
    params: byId,
    reply: feedbackRow,
  }),
  /**
   * An answer that differs from the one that stands there goes to who sent the feedback as a message; an empty one leaves what was answered.
   * @throws `message.feedback-stale` when somebody else was first
   */
  handle: put('/api/message/Feedback/{id}/Actions/Handle', {
    summary: 'Say where feedback stands, and answer it',
    need: `${need}:btn_handle`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ state, answer: Type.String({ maxLength: MAX_FEEDBACK_TEXT }), version: Type.Integer({ minimum: 1 }) }),
    /** `answered`: a message went to who sent it. */
    reply: Type.Object({ version: Type.Integer(), answered: Type.Boolean() }),
  }),
});
