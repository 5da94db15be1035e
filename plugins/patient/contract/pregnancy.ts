import { type Static, Type } from '@nephra/plugin-sdk/contract';

/** Empty while nobody has asked. */
export const pregnancyState = Type.Union([Type.Literal(''), Type.Literal('none'), Type.Literal('pregnant'), Type.Literal('lactating')]);
export type PregnancyState = Static<typeof pregnancyState>;

const YOUNGEST = 10;
const OLDEST = 60;
const FEMALE = 2;

/** Women of whom a doctor asks. @param sex as in the file @param age whole years; null while the birthday is unknown */
export const asksPregnancy = (sex: number, age: number | null): boolean => sex === FEMALE && (age === null || (age >= YOUNGEST && age <= OLDEST));
