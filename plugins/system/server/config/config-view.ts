import { type SiteConfigRow, type SiteValues, siteConfig } from '@nephra/plugin-sdk/server';
import { SDK_VERSION } from '@nephra/plugin-sdk/contract';
import type { ConfigView } from '../../contract/config/config.contract.ts';
import { FLAGS, KEPT, PICTURES, SECRETS, TEXT_LENGTHS, WHOLE_BOUNDS } from '../../contract/config/config-limits.ts';
import type { Ctx } from '../tables/tables.ts';

const MAIL_DEFAULTS = { emailSmtpPort: 465, emailPop3Port: 995, emailSsl: 1 } as const;

/** Members that the environment or the product fixes. */
export const fixedMembers = (ctx: Ctx): Readonly<Record<string, string>> => ({ ...ctx.service(siteConfig).fixed(), sysVersion: '' });

/**
 * What is in force with a row, spelled for the wire.
 * @param row what stands in the database, also where this server has not heard of it yet
 */
export function valuesInForce(ctx: Ctx, row: SiteConfigRow): SiteValues {
  const service = ctx.service(siteConfig);
  const fixed = service.fixed();
  const byDefault = service.byDefault();
  const ofPage = Object.fromEntries(Object.entries(row.values).filter(([name]) => fixed[name] === undefined));
  const texts = Object.fromEntries([...Object.keys(TEXT_LENGTHS), ...PICTURES].map((name) => [name, '']));
  const kept = Object.fromEntries(KEPT.map((name) => [name, null]));
  return { ...kept, ...texts, ...MAIL_DEFAULTS, ...byDefault, ...ofPage, sysVersion: `V${SDK_VERSION}` };
}

export function configView(ctx: Ctx, row: SiteConfigRow): ConfigView {
  const values = valuesInForce(ctx, row);
  const members = [...Object.keys(TEXT_LENGTHS), ...Object.keys(WHOLE_BOUNDS), ...FLAGS, ...PICTURES, ...KEPT, 'singleLogin', 'lockType', 'sysVersion'];
  const shown = Object.fromEntries(members.map((name) => [name, values[name] ?? null]));
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, '']));
  const facts = { revision: row.revision, fixed: fixedMembers(ctx), secretsSet: [...row.secrets], ownAddress: ctx.ip };
  return { ...shown, ...secrets, ...facts } as ConfigView; // the names are those of the contract's own lists, the values checked when they were kept
}
