import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { SettingDocument, SettingField } from '@nephra/plugin-sdk/record';
import { type RequestContext, requireSystemAdministrator, type Secrets, settingByDefault, settingInForce, type SettingValue } from '@nephra/plugin-sdk/server';
import { type SettingSheet, type SettingView, pluginSettingsContract } from '../../contract/plugin-settings.contract.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { checkedValues, inPlace } from '../plugin-settings/checked-values.ts';
import type { ConfigurablePlugin } from '../plugin-settings/configurable-plugin.ts';
import { PluginSettingStore } from '../plugin-settings/plugin-setting-store.ts';
import type { SetValue, SetValues } from '../tables/plugin.table.ts';
import type { CoreTables } from '../tables/tables.ts';

type Ctx = RequestContext<CoreTables>;

/**
 * Values of the installation are felt by all organisations; those of one by its people alone.
 * @throws AppError `core.system-only` (403), or `core.not-found` (404) for an organisation that the caller does not see
 */
function assertPlace({ user }: Ctx, orgId: string): void {
  if (orgId === '') requireSystemAdministrator({ user });
  else if (!user.isAdministrator && !user.orgIds.includes(orgId as OrgId)) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
}

/** Organisations whose values the caller may set, in their order. */
async function organisationsOf({ db, user }: Ctx) {
  const all = db
    .selectFrom('core.org')
    .select(['id', 'full_name as fullName'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .orderBy('sort_code')
    .orderBy('id');
  return await (user.isAdministrator ? all : all.where('id', 'in', [...user.orgIds])).execute();
}

/** @throws AppError `core.not-found` (404) */
async function assertOrganisation(ctx: Ctx, orgId: string): Promise<void> {
  if (orgId === '') return;
  if (!(await organisationsOf(ctx)).some(({ id }) => id === orgId)) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
}

function viewOf(field: SettingField, { documents, config }: ConfigurablePlugin, set: SetValues): SettingView {
  // Of a secret only where it comes from is told, and since when.
  const { value, source } = field.secret
    ? { value: '', source: set[field.name] ? ('page' as const) : settingByDefault(field, config).source }
    : settingInForce(field, set, config);
  const mine = source === 'page' ? set[field.name] : undefined;
  return {
    name: field.name,
    document: documents[field.name] as SettingDocument, // the fields are made of these documents
    value,
    source,
    byDefault: field.secret ? '' : settingByDefault(field, config).value,
    setBy: mine?.byName ?? '',
    setAt: mine?.at ?? null,
  };
}

/** What an audit entry says of a secret that is set. */
const HIDDEN = '***';
/** What an audit entry says of the changed values: null where none was set. */
const noted = (fields: readonly SettingField[], names: readonly string[], set: SetValues): Record<string, SettingValue | null> => {
  const isHidden = (name: string): boolean => set[name]?.sealed === true || fields.some((field) => field.secret && field.name === name);
  return Object.fromEntries(names.map((name) => [name, set[name] && isHidden(name) ? HIDDEN : (set[name]?.value ?? null)]));
};

/**
 * Settings of running plugins, for those who may change them.
 * @param secretsOf seals for a plugin what it alone opens
 */
export function pluginSettingRoutes(
  owner: RouteOwner,
  plugins: () => readonly ConfigurablePlugin[],
  secretsOf: (pluginId: string) => Pick<Secrets, 'seal'>,
): BoundRoute[] {
  const find = (id: string): ConfigurablePlugin => {
    const plugin = plugins().find((one) => one.id === id);
    if (!plugin) throw new AppError('core.settings-unknown', { code: EnvelopeCode.NotFound, params: { plugin: id } });
    return plugin;
  };
  const sheetOf = async (ctx: Ctx, plugin: ConfigurablePlugin, orgId: string): Promise<SettingSheet> => {
    const { values, version } = await new PluginSettingStore(ctx.db).read(plugin.id, orgId);
    return { pluginId: plugin.id, name: plugin.name, orgId, version, settings: inPlace(plugin.fields, orgId).map((field) => viewOf(field, plugin, values)) };
  };

  return bindCore(owner, pluginSettingsContract, {
    list: async (_input, ctx) => {
      const { isAdministrator } = ctx.user;
      const organisations = await organisationsOf(ctx);
      const counts = await new PluginSettingStore(ctx.db).counts([...(isAdministrator ? [''] : []), ...organisations.map(({ id }) => id)]);
      const list = plugins().map(({ id, name, fields }) => ({
        pluginId: id,
        name,
        installation: isAdministrator ? inPlace(fields, '').length : 0,
        organisation: fields.filter(({ perOrganisation }) => perOrganisation).length,
        set: counts.get(id) ?? 0,
      }));
      return { list: list.filter((one) => one.installation + one.organisation > 0), organisations };
    },
    sheet: async ({ params, query: { orgId = '' } }, ctx) => {
      assertPlace(ctx, orgId);
      await assertOrganisation(ctx, orgId);
      return await sheetOf(ctx, find(params.pluginId), orgId);
    },
    save: async ({ params, body: { orgId, version, values: given } }, ctx) => {
      assertPlace(ctx, orgId);
      await assertOrganisation(ctx, orgId);
      const plugin = find(params.pluginId);
      const values = checkedValues(inPlace(plugin.fields, orgId), given, ctx.language);
      const { userId: by, userName: byName } = ctx.user;
      const at = ctx.clock.now().getTime();
      const isSecret = (name: string): boolean => plugin.fields.some((field) => field.secret && field.name === name);
      const changes = Object.entries(values).map(([name, value]): [string, SetValue | null] => {
        if (value === null) return [name, null];
        if (!isSecret(name)) return [name, { value, by, byName, at }];
        return [name, { value: secretsOf(plugin.id).seal(String(value)), sealed: true, by, byName, at }];
      });
      const names = Object.keys(values);
      const { before, after } = await new PluginSettingStore(ctx.db).save({ pluginId: plugin.id, orgId, version }, Object.fromEntries(changes));
      ctx.audit({
        subject: 'plugin-setting',
        subjectId: orgId === '' ? plugin.id : `${plugin.id}/${orgId}`,
        before: noted(plugin.fields, names, before),
        after: noted(plugin.fields, names, after),
      });
      ctx.message('settings-saved');
      return await sheetOf(ctx, plugin, orgId);
    },
  });
}
