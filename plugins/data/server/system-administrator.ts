import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Ctx } from './tables/tables.ts';

/** Sources, tables and copies are of all organisations: a right granted at one of them does nothing to the others. @throws AppError `core.system-only` */
export function assertSystemAdministrator({ user }: Pick<Ctx, 'user'>): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}
