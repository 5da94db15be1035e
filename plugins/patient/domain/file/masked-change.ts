import { mask } from './mask.ts';

const NUMBERS: readonly string[] = ['patientIdcard', 'phone', 'contactPhone'];

/** A value of a change as people may see it without the right to full numbers. */
export const shownValue = (field: string, value: unknown): unknown => (NUMBERS.includes(field) && typeof value === 'string' ? mask(value) : (value ?? null));
