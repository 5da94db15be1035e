import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, requireSystemAdministrator, type SiteConfigRow, siteConfig, type SiteValue, type SiteValues } from '@nephra/plugin-sdk/server';
import type { ConfigView } from '../../contract/config/config.contract.ts';
import { PICTURES } from '../../contract/config/config-limits.ts';
import { type Complaint, changesMailPlace, configChange, sentSecrets } from '../../domain/config/config-change.ts';
import type { Ctx } from '../tables/tables.ts';
import { configView, fixedMembers, valuesInForce } from './config-view.ts';

type Given = Readonly<Record<string, SiteValue | undefined>>;

/** What an audit entry says of a secret that is kept. */
const HIDDEN = '***';

function refuse(ctx: Ctx, complaints: readonly Complaint[]): void {
  if (complaints.length === 0) return;
  const fields = complaints.map(({ name, key, params }) => ({ path: name, msg: ctx.text(`errors.system.${key}`, params) }));
  throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields });
}

/** A list that is in force after a change must let the person in who makes it. */
function listComplaints(ctx: Ctx, changed: SiteValues, after: SiteValues): Complaint[] {
  if (!('whiteListIp' in changed) && !('whitelistSwitch' in changed)) return [];
  const list = ctx.service(siteConfig).addressList(String(after.whiteListIp ?? ''));
  const complain = (key: string, params: Complaint['params']): Complaint[] => [{ name: 'whiteListIp', key, params }];
  if (list.wrong) return complain('config-address', { line: list.wrong.line, text: list.wrong.text });
  if (after.whitelistSwitch !== 1) return [];
  if (list.entries === 0) return complain('config-list-empty', {});
  return list.holds(ctx.ip) ? [] : complain('config-list-own', { ip: ctx.ip });
}

async function pictureComplaints(ctx: Ctx, changed: SiteValues): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const name of PICTURES) {
    const address = changed[name];
    if (typeof address !== 'string' || address === '') continue;
    if (!(await ctx.service(siteConfig).isPicture(address))) complaints.push({ name, key: 'config-picture', params: {} });
  }
  return complaints;
}

/** Of the secrets that are sent, those that say something else than what is kept. */
async function changedSecrets(ctx: Ctx, given: Given, row: SiteConfigRow): Promise<Record<string, string | null>> {
  const changed: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(sentSecrets(given))) {
    if (value === null ? row.secrets.includes(name) : (await ctx.service(siteConfig).secret(name)) !== value) changed[name] = value;
  }
  return changed;
}

/**
 * Keeps what a request changes, all or nothing. One that changes nothing is answered without a look at its revision, so that it may be sent twice.
 * @throws AppError `core.system-only` (403), `core.invalid` (400) with a sentence for each member, `system.config-stale` (409)
 */
export async function saveConfig(ctx: Ctx, { revision, ...given }: Given & { readonly revision?: number }): Promise<ConfigView> {
  requireSystemAdministrator(ctx);
  const service = ctx.service(siteConfig);
  const row = await service.lock();
  const before = valuesInForce(ctx, row);
  const { values, complaints } = configChange(given, before, fixedMembers(ctx));
  const secrets = await changedSecrets(ctx, given, row);
  const after = { ...before, ...values };
  const toElsewhere = changesMailPlace(values) && row.secrets.includes('emailPassword') && secrets.emailPassword === undefined;
  refuse(ctx, [
    ...complaints,
    ...(complaints.length > 0 ? [] : listComplaints(ctx, values, after)),
    ...(await pictureComplaints(ctx, values)),
    ...(toElsewhere ? [{ name: 'emailPassword', key: 'config-password-again', params: {} }] : []),
  ]);
  const changed = Object.keys(values);
  const changedSecretNames = Object.keys(secrets);
  if (changed.length + changedSecretNames.length === 0) return configView(ctx, row);
  assertVersion(row.revision, revision, 'system.config-stale');
  await service.change({ values, secrets });
  const next = rowAfter(row, values, secrets);
  const noted = (all: SiteValues, kept: readonly string[]) => ({
    ...Object.fromEntries(changed.map((name) => [name, all[name] ?? null])),
    ...Object.fromEntries(changedSecretNames.map((name) => [name, kept.includes(name) ? HIDDEN : null])),
  });
  ctx.audit({ subject: 'sys-config', before: noted(before, row.secrets), after: noted(valuesInForce(ctx, next), next.secrets) });
  ctx.message('config.saved');
  return configView(ctx, next);
}

function rowAfter(row: SiteConfigRow, values: SiteValues, secrets: Readonly<Record<string, string | null>>): SiteConfigRow {
  const kept = Object.entries({ ...row.values, ...values }).filter(([, value]) => value !== null);
  const names = new Set([...row.secrets, ...Object.keys(secrets)].filter((name) => secrets[name] !== null));
  return { revision: row.revision + 1, values: Object.fromEntries(kept), secrets: [...names] };
}
