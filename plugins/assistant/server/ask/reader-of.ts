import type { HomeReader } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../tables/tables.ts';

/** What a look-up of another plugin notes of whom it looked at. */
export interface LookedAt {
  readonly subject?: string;
  readonly subjectId?: string;
  readonly patientId?: string;
}

/** Who asks, as tools of other plugins see them: with their rights and no others. @param noted takes what a tool would put on record */
export const readerOf = ({ user, language, ip, can, dataScope }: Ctx, noted: (entry: LookedAt) => void = () => undefined): HomeReader => ({
  ...{ user, language, ip, can, dataScope },
  audit: ({ subject, subjectId, patientId }) => noted({ ...(subject && { subject }), ...(subjectId && { subjectId }), ...(patientId && { patientId }) }),
  message: () => undefined,
});
