import { AppError, EnvelopeCode, type RegionAdapter } from '@nephra/plugin-sdk/contract';
import { assertVersion, pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { insuredFacilities } from '../../../charging/contract/index.ts';
import type { ConnectionBody, ConnectionRow } from '../../contract/index.ts';
import { platformAddress } from '../../domain/exchange/platform-address.ts';
import { adapterOf, diseaseCodes } from '../client/connection-reader.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ConnectionStored, connectionTable } from '../tables/connection.table.ts';
import { presentConnection } from './connection.present.ts';
import { facilityNames } from './facility-names.ts';

type Ctx = RequestContext<InsuranceTables>;

const refuse = (key: string, path: string, params: Record<string, string> = {}): never => {
  throw new AppError(`insurance.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });
};

/** Only what the region asks for; the rest of an earlier region goes. */
const fieldsOf = (adapter: RegionAdapter, secret: boolean): Set<string> =>
  new Set(adapter.fields.filter((field) => field.secret === secret).map(({ key }) => key));

function fieldValues(adapter: RegionAdapter, values: Readonly<Record<string, string>>): Record<string, string> {
  const known = fieldsOf(adapter, false);
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (known.has(key) && value.trim() !== '' ? [[key, value.trim()]] : [])));
}

/** The stored ones, with those that came over them; an empty text removes one. */
function sealedSecrets(
  ctx: Ctx,
  adapter: RegionAdapter,
  stored: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>>,
): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const key of fieldsOf(adapter, true)) {
    const given = sent[key];
    const sealed = given === undefined ? stored[key] : given === '' ? undefined : ctx.secrets.seal(given);
    if (sealed !== undefined) secrets[key] = sealed;
  }
  return secrets;
}

/** PUT connection/{orgId}. What the audit log keeps names secrets and shows none. */
export async function saveConnection(ctx: Ctx, facility: string, body: ConnectionBody): Promise<ConnectionRow> {
  const orgId = ctx.user.orgIds.find((own) => own === facility);
  if (orgId === undefined) throw new AppError('insurance.facility-not-found', { code: EnvelopeCode.NotFound });
  const adapter = adapterOf(ctx, body.region) ?? refuse('region-off', 'region', { region: body.region });
  const baseUrl = platformAddress(body.baseUrl) ?? refuse('address-malformed', 'baseUrl');
  if (!/^[A-Za-z0-9]{1,30}$/.test(body.fixmedinsCode)) refuse('facility-code-malformed', 'fixmedinsCode');
  if (!/^\d{6}$/.test(body.mdtrtareaAdmvs)) refuse('area-malformed', 'mdtrtareaAdmvs');

  const before = await connectionTable.select(ctx).where('row.orgId', '=', orgId).forUpdate().executeTakeFirst();
  assertVersion(before?.version ?? 0, body.version, 'insurance.connection-stale');
  const quotaDiseases = [...new Set(diseaseCodes(body.quotaDiseases ?? before?.quotaDiseases ?? ''))];
  if (quotaDiseases.some((code) => !/^[A-Za-z0-9]{1,30}$/.test(code))) refuse('disease-code-malformed', 'quotaDiseases');
  const values = fieldValues(adapter, body.values);
  const secrets = sealedSecrets(ctx, adapter, before?.region === body.region ? before.fieldSecrets : {}, body.secrets);
  const [missing] = adapter.fields.filter(({ key, required, secret }) => required && !(secret ? secrets[key] : values[key]));
  if (body.enabled && missing) refuse('field-missing', `${missing.secret ? 'secrets' : 'values'}.${missing.key}`, { field: missing.title[ctx.language] });

  const record: ConnectionStored = {
    orgId,
    ...pick(body, 'region', 'fixmedinsCode', 'mdtrtareaAdmvs', 'testRegion', 'simulated', 'enabled'),
    baseUrl,
    fixmedinsName: body.fixmedinsName.trim(),
    recerSysCode: body.recerSysCode.trim(),
    infver: body.infver.trim(),
    fieldValues: values,
    fieldSecrets: secrets,
    quotaDiseases: quotaDiseases.join(','),
    takeBackStrangers: body.takeBackStrangers ?? before?.takeBackStrangers ?? false,
    version: (before?.version ?? 0) + 1,
    updatedAt: ctx.clock.now(),
    updatedBy: ctx.user.userId,
  };
  const written = connectionTable.toSql(record);
  const { org_id: _key, ...changes } = written;
  // Two people who write the first connection at once: one of them finds a version that is not 0.
  // rows: of a facility of the caller, whose connection was read through its door and is locked
  const saved = before
    ? await ctx.db.updateTable('insurance.connection').set(changes).where('org_id', '=', orgId).returning('org_id').executeTakeFirst()
    : await ctx.db
        .insertInto('insurance.connection')
        .values(written)
        .onConflict((conflict) => conflict.doNothing())
        .returning('org_id')
        .executeTakeFirst();
  if (!saved) throw new AppError('insurance.connection-stale', { code: EnvelopeCode.Conflict });

  // Papers of the facility go by its code, and so do sheets of regions.
  await ctx.optionalService(insuredFacilities)?.learn(pick(record, 'orgId', 'fixmedinsCode', 'fixmedinsName'));

  // Sign-ins and the state of the line belong to the old address and code.
  // rows: of the connection that was written
  await ctx.db.deleteFrom('insurance.sign_in').where('org_id', '=', orgId).execute();
  // rows: of the connection that was written
  await ctx.db.deleteFrom('insurance.line').where('org_id', '=', orgId).execute();

  const standing = { orgName: (await facilityNames(ctx, [orgId])).get(orgId) ?? '', regionRunning: true, addressAllowed: ctx.outbound.allows(baseUrl) };
  const shown = presentConnection(record, standing);
  ctx.audit({
    subject: 'insurance-connection',
    subjectId: orgId,
    ...(before ? { before: presentConnection(before, { ...standing, addressAllowed: ctx.outbound.allows(before.baseUrl) }) } : {}),
    after: { ...shown, secretsWritten: Object.keys(body.secrets).filter((key) => fieldsOf(adapter, true).has(key)) },
  });
  return shown;
}
