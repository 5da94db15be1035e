import { CONTENT_FIELDS } from './file-content.ts';
import { FILE_FIELDS } from '../../contract/file-fields.ts';
import { mask } from './mask.ts';

/** Fields that identify a person. */
export const MASKED: readonly string[] = CONTENT_FIELDS.filter((name) => FILE_FIELDS[name].facts.masked);

/** A value of a change as people may see it without the right to full numbers. */
export const shownValue = (field: string, value: unknown): unknown => (MASKED.includes(field) && typeof value === 'string' ? mask(value) : (value ?? null));
