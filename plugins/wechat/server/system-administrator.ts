import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Ctx } from './tables/tables.ts';

/** The account is of the whole installation: a right granted at one organisation does nothing to it. @throws AppError `core.system-only` */
export function requireSystemAdministrator({ user }: Pick<Ctx, 'user'>): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}
