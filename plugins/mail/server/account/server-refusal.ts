import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { isMailError, type MailPlace } from '@nephra/plugin-sdk/server';
import { oneLine } from '../../domain/header-text.ts';
import { MAX_SAID } from '../tables/tables.ts';

/** Refusals that say what a server did not do, `mail.server-password` and the like; other errors as they are. */
export function serverRefusal(error: unknown, { host, port }: MailPlace): unknown {
  if (!isMailError(error)) return error;
  const code = error.failure === 'missing' || error.failure === 'changed' ? EnvelopeCode.NotFound : EnvelopeCode.Refused;
  return new AppError(`mail.server-${error.failure}`, { code, params: { host, port, said: oneLine(error.said, MAX_SAID) } });
}

/** Does what calls a server. @throws AppError as `serverRefusal` */
export async function calling<T>(place: MailPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw serverRefusal(error, place);
  }
}
