import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock, PluginSettings, SetPluginSetting } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import { checkedValues, inPlace } from './checked-values.ts';
import type { ConfigurablePlugin } from './configurable-plugin.ts';
import { PluginSettingStore } from './plugin-setting-store.ts';

/** `core.plugin-settings@1` of the shell. */
export function settingsByCode(db: Kysely<CoreTables>, clock: Pick<Clock, 'now'>, plugins: () => readonly ConfigurablePlugin[]): PluginSettings {
  const store = new PluginSettingStore(db);
  const organisations = () => db.selectFrom('core.org').select(['id', 'en_code']).where('deleted_at', 'is', null).execute();
  return {
    async set() {
      const codes = new Map((await organisations()).map(({ id, en_code }) => [id, en_code]));
      codes.set('', '');
      const found: SetPluginSetting[] = [];
      for (const { id: pluginId, name: pluginName, fields } of plugins()) {
        for (const { orgId, values } of await store.all(pluginId)) {
          const orgCode = codes.get(orgId);
          if (orgCode === undefined) continue;
          for (const { name: setting, label, secret } of inPlace(fields, orgId)) {
            const set = values[setting];
            if (set) found.push({ pluginId, pluginName, setting, label, orgCode, value: secret || set.sealed ? null : set.value, secret });
          }
        }
      }
      return found;
    },
    async write(by, { pluginId, setting, orgCode }, value) {
      const plugin = plugins().find(({ id }) => id === pluginId);
      if (!plugin) throw new AppError('core.settings-unknown', { code: EnvelopeCode.NotFound, params: { plugin: pluginId } });
      const orgId = orgCode === '' ? '' : (await organisations()).find(({ en_code }) => en_code === orgCode)?.id;
      if (orgId === undefined) throw new AppError('core.setting-organisation', { code: EnvelopeCode.NotFound, params: { code: orgCode } });
      const fields = inPlace(plugin.fields, orgId);
      // Who has the value at another site need not be who may read it here.
      if (fields.some(({ name, secret }) => name === setting && secret))
        throw new AppError('core.setting-secret', { code: EnvelopeCode.Refused, params: { name: setting } });
      const kept = checkedValues(fields, { [setting]: value }, by.language)[setting] ?? null;
      const { version } = await store.read(pluginId, orgId);
      const change = kept === null ? null : { value: kept, by: by.userId, byName: by.userName, at: clock.now().getTime() };
      await store.save({ pluginId, orgId, version }, { [setting]: change });
    },
  };
}
