import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { LockedRefusal } from '../../domain/locked.ts';

const FIELDS: Readonly<Partial<Record<LockedRefusal, string>>> = {
  'locked-code': 'enCode',
  'locked-name': 'fullName',
  'locked-order': 'sortCode',
  'locked-place': 'parentId',
  'locked-structure': 'isTree',
};

/** What a plugin declares stays as the plugin needs it. */
export function lockedError(refusal: LockedRefusal, name: string): AppError {
  const path = FIELDS[refusal];
  return new AppError(`system.${refusal}`, {
    code: path === undefined ? EnvelopeCode.Refused : EnvelopeCode.Invalid,
    params: { name },
    ...(path !== undefined && { fields: [{ path, msg: '' }] }),
  });
}
