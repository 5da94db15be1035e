import { AppError, EnvelopeCode, isAppError, type RegionAdapter } from '@nephra/plugin-sdk/contract';
import { isOutboundError, type OutboundReply, type RequestContext } from '@nephra/plugin-sdk/server';
import { CHECK_KEYS, type CheckLine, type CheckReply } from '../../contract/index.ts';
import { secondsAhead } from '../../domain/exchange/clock-offset.ts';
import { originOf } from '../../domain/exchange/platform-address.ts';
import { catalogueChecks } from '../catalogue/checks.ts';
import { adapterOf, readyConnection } from '../client/connection-reader.ts';
import { signInAnew } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ConnectionStored, connectionTable } from '../tables/connection.table.ts';

type Ctx = RequestContext<InsuranceTables>;
type Key = CheckLine['key'];
/** A line without its key and time. */
type Finding = Pick<CheckLine, 'verdict' | 'fix' | 'params'>;

const PROBE_MS = 8_000;
const OK: Finding = { verdict: 'ok', fix: '', params: {} };
const SKIPPED: Finding = { verdict: 'skipped', fix: '', params: {} };
const fail = (fix: string, params: CheckLine['params'] = {}): Finding => ({ verdict: 'fail', fix, params });
const warn = (fix: string, params: CheckLine['params'] = {}): Finding => ({ verdict: 'warn', fix, params });

function credentials(ctx: Ctx, row: ConnectionStored, adapter: RegionAdapter): Finding {
  const missing = adapter.fields.filter(({ key, secret, required }) => required && !(secret ? row.fieldSecrets[key] : row.fieldValues[key]));
  if (missing.length > 0) return fail('fill-in', { fields: missing.map(({ title }) => title[ctx.language]).join(', ') });
  try {
    readyConnection(ctx, row, adapter);
  } catch {
    return fail('secret-again');
  }
  if (adapter.facilityPrefixes.length > 0 && !adapter.facilityPrefixes.some((prefix) => row.fixmedinsCode.startsWith(prefix))) {
    return warn('facility-prefix', { code: row.fixmedinsCode, prefixes: adapter.facilityPrefixes.join(', ') });
  }
  return row.enabled ? OK : warn('switch-on');
}

function clock(reply: OutboundReply, now: number, adapter: RegionAdapter): Finding {
  const skew = secondsAhead(reply.headers.date, now);
  const allowed = adapter.rules.clockWindowSeconds;
  if (skew === undefined || allowed === null) return SKIPPED;
  const params = { seconds: Math.abs(skew), allowed };
  if (Math.abs(skew) > allowed) return fail('set-clock', params);
  return Math.abs(skew) > allowed / 3 ? warn('set-clock', params) : { ...OK, params };
}

/** Asks the address for anything at all: whatever it says, somebody is there. */
async function reach(ctx: Ctx, baseUrl: string): Promise<{ readonly finding: Finding; readonly reply?: OutboundReply }> {
  try {
    const reply = await ctx.outbound.send({ url: baseUrl, method: 'GET', connectTimeoutMs: PROBE_MS, timeoutMs: PROBE_MS });
    return { finding: { ...OK, params: { status: reply.status } }, reply };
  } catch (cause) {
    if (!isOutboundError(cause)) throw cause;
    return { finding: fail(cause.failure === 'not-allowed' ? 'allow-address' : 'unreachable', { failure: cause.failure, address: originOf(baseUrl) }) };
  }
}

async function signIn(ctx: Ctx, row: ConnectionStored, adapter: RegionAdapter): Promise<Finding> {
  try {
    await signInAnew(ctx, readyConnection(ctx, row, adapter), {
      orgId: row.orgId,
      operator: { userId: ctx.user.userId, userName: ctx.user.userName },
    });
    return OK;
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    if (cause.key === 'insurance.clock-ahead' || cause.key === 'insurance.clock-behind') return fail('refused', { reason: cause.params.said ?? '' });
    return cause.key === 'insurance.sign-in-failed' ? fail('refused', { reason: cause.params.reason ?? '' }) : fail('line', {});
  }
}

/** POST connection/{orgId}/check: one line for each thing that must be right, each with what to do about it. */
export async function checkConnection(ctx: Ctx, orgId: string): Promise<CheckReply> {
  const row = await connectionTable.select(ctx).where('row.orgId', '=', orgId).executeTakeFirst();
  if (!row) throw new AppError('insurance.facility-not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'insurance-connection', subjectId: orgId });

  const lines = new Map<Key, CheckLine>();
  const note = async (key: Key, look: () => Finding | Promise<Finding>): Promise<boolean> => {
    const startedAt = ctx.clock.steady().getTime();
    const finding = await look();
    lines.set(key, { key, ...finding, ms: ctx.clock.steady().getTime() - startedAt });
    return finding.verdict === 'ok' || finding.verdict === 'warn';
  };

  const adapter = adapterOf(ctx, row.region);
  await note('region', () => (adapter ? OK : fail('enable-plugin', { region: row.region })));
  const complete = adapter !== undefined && (await note('credentials', () => credentials(ctx, row, adapter)));
  const allowed = await note('address', () =>
    ctx.outbound.allows(row.baseUrl) ? OK : fail('allow-address', { address: originOf(row.baseUrl), plugin: ctx.pluginId }),
  );
  if (adapter && allowed) {
    let reply: OutboundReply | undefined;
    const reached = await note('reachable', async () => {
      const answer = await reach(ctx, row.baseUrl);
      reply = answer.reply;
      return answer.finding;
    });
    const heard = reply;
    if (heard) await note('clock', () => clock(heard, ctx.clock.now().getTime(), adapter));
    if (reached && complete) await note('sign-in', () => signIn(ctx, row, adapter));
  }
  for (const line of await catalogueChecks(ctx, row.orgId)) lines.set(line.key, line);
  return {
    orgId,
    checkedAt: ctx.clock.now().getTime(),
    lines: CHECK_KEYS.map((key) => lines.get(key) ?? { key, ...SKIPPED, ms: 0 }),
  };
}
