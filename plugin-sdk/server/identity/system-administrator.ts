import { AppError, EnvelopeCode } from '../../contract/index.ts';

/**
 * A permission is granted for the organisations of its holder; what the whole installation feels is for system administrators, whatever else was granted.
 * @throws AppError `core.system-only` (403)
 */
export function requireSystemAdministrator({ user }: { readonly user: { readonly isAdministrator: boolean } }): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}
