import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/**
 * A permission is granted for the organisations of its holder, and every facility chooses from this list.
 * @throws AppError `core.system-only`
 */
export function assertKeepsList({ user }: { readonly user: { readonly isAdministrator: boolean } }): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}
