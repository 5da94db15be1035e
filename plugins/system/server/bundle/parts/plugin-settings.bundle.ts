import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, type PluginSettingPlace, pluginSettings, type SetPluginSetting } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../../tables/tables.ts';

const text = Type.String();
const codeOf = ({ pluginId, setting, orgCode }: PluginSettingPlace): string => `${pluginId}:${setting}${orgCode === '' ? '' : `@${orgCode}`}`;

/** Values of the page of plugin settings; organisations are named by their codes. Of secrets goes along that there is one. */
export const settingValues = bundlePart<SystemDb>({
  id: 'plugin-settings',
  title: { zh: '插件设置', zhtw: '外掛設定', en: 'Plugin settings' },
  format: 1,
  fields: {
    plugin: { label: { zh: '插件', zhtw: '外掛', en: 'Plugin' } },
    setting: { label: { zh: '设置项', zhtw: '設定項目', en: 'Setting' } },
    organisation: { label: { zh: '机构编码', zhtw: '機構代碼', en: 'Organisation' } },
    value: { label: { zh: '值', zhtw: '值', en: 'Value' } },
  },
  values: Type.Object({ plugin: text, setting: text, organisation: text, value: Type.Union([text, Type.Number()]) }, { additionalProperties: false }),
  async rows(ctx, codes) {
    const all = (await ctx.service(pluginSettings).set()).filter((one) => !codes || codes.has(codeOf(one)));
    const nameOf = ({ pluginName, label, orgCode }: SetPluginSetting): string =>
      `${pluginName[ctx.language]} › ${label[ctx.language]}${orgCode === '' ? '' : ` (${orgCode})`}`;
    return {
      rows: all.flatMap((one) =>
        one.value === null
          ? []
          : [{ code: codeOf(one), name: nameOf(one), values: { plugin: one.pluginId, setting: one.setting, organisation: one.orgCode, value: one.value } }],
      ),
      left: all.filter(({ secret }) => secret).map((one) => ({ name: nameOf(one), why: 'secret' as const })),
    };
  },
  writer:
    async (ctx) =>
    async ({ values: { plugin, setting, organisation, value } }) =>
      await ctx
        .service(pluginSettings)
        .write(
          ctx.user,
          { pluginId: String(plugin), setting: String(setting), orgCode: String(organisation) },
          typeof value === 'number' ? value : String(value),
        ),
});
