import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import {
  FEEDBACK_MENU,
  FEEDBACK_STATES,
  MAX_BROWSER,
  MAX_FEEDBACK_PLACE,
  MAX_FEEDBACK_TEXT,
  MAX_PAGE_TITLE,
  MAX_PRODUCT_VERSION,
  MAX_SCREEN,
} from '../../contract/feedback/feedback-limits.ts';

/** Feedback, for administrators of the organisation that its writer worked in. */
export const feedbackTable = defineTable(
  'message.feedback',
  {
    id: column.id(),
    orgId: column.org(),
    creatorId: column.text(64),
    creatorUser: column.text(100),
    bodyText: column.text(MAX_FEEDBACK_TEXT),
    place: column.text(MAX_FEEDBACK_PLACE),
    pageTitle: column.text(MAX_PAGE_TITLE),
    browser: column.text(MAX_BROWSER),
    screen: column.text(MAX_SCREEN),
    productVersion: column.text(MAX_PRODUCT_VERSION),
    /** The covered picture of the screen, where one was sent. */
    files: column.json<readonly UploadedFile[]>(),
    fileIds: column.texts(60),
    state: column.choice(...FEEDBACK_STATES),
    answer: column.text(MAX_FEEDBACK_TEXT),
    answeredBy: column.text(100),
    answeredAt: column.instant().nullable(),
    searchGrams: column.grams('bodyText', 'creatorUser', 'answer'),
    ...kept,
  },
  { menu: FEEDBACK_MENU, errorPrefix: 'feedback' },
);
export interface FeedbackStored extends StoredOf<typeof feedbackTable> {}
