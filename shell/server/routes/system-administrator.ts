import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/**
 * A permission is granted for the organisations of its holder; an act that the whole installation feels is for system administrators.
 * @throws AppError `core.system-only` (403)
 */
export function assertSystemAdministrator({ user }: { readonly user: { readonly isAdministrator: boolean } }): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}
