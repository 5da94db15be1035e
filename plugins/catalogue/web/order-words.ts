import { type WebContext, wordOf } from '@nephra/plugin-sdk/web';

/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: WebContext['t'], grade: string): string => wordOf(t, `catalogue.grade.${grade}`, grade);
