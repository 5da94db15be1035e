import { type AppError, COMES_BACK_CODES, type Route } from '@nephra/plugin-sdk/contract';
import { refusalOf } from '../../core/refusal.ts';
import type { Database } from '../../db/index.ts';
import { type ActKey, fingerprint, type IdempotencyLedger } from './idempotency.ts';

const isFinal = ({ code }: AppError): boolean => !COMES_BACK_CODES.includes(code);

/** The act that this call names in its body; nothing where its route knows no names. */
export function namedAct(
  userId: string,
  name: string,
  route: Route,
  { params, body }: { readonly params: unknown; readonly body: unknown },
): ActKey | undefined {
  if (route.method === 'GET' || route.actName === undefined || route.transaction === 'own') return undefined;
  const given = (body as Readonly<Record<string, unknown>> | undefined)?.[route.actName];
  if (typeof given !== 'string' || given === '') return undefined;
  return { userId, key: fingerprint([name, params ?? null, given]), route: `${route.method} ${route.path}`, bodyHash: '', named: true };
}

/** Transactions of one act wait for each other by this name. */
export const actQueue = ({ userId, key }: ActKey): string => `act ${userId} ${key}`;

/**
 * Does an act that its caller named. What refuses it is noted under the name once everything is taken back, before anybody hears of it, so that a copy that was held on its
 * way (a connection that died with bytes in it, a proxy) is never done after its sender was told that it is not.
 * @param attempt the act in a transaction of its own, which claims the name
 * @throws what the act was refused with
 */
export async function doNamed<T>(ledger: IdempotencyLedger, database: Pick<Database, 'transaction'>, act: ActKey, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!isFinal(refusal)) throw error;
    const { key, code, params, fields } = refusal;
    const kept = { refused: { key, code, params, fields: fields.map(({ path }) => path) } };
    if (await database.transaction(() => ledger.refuse(act, kept), { queue: [actQueue(act)] })) throw error;
  }
  // A copy was done between the refusal and its note: whoever sent both hears what became of it.
  return await attempt();
}
