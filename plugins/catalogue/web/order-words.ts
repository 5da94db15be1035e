import type { WebContext } from '@nephra/plugin-sdk/web';
import { GRADES } from '../contract/catalogue.schema.ts';

/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: WebContext['t'], grade: string): string => ((GRADES as readonly string[]).includes(grade) ? t(`catalogue.grade.${grade}`) : grade);
