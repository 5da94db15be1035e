import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, siteConfig } from '@nephra/plugin-sdk/server';
import { CARRIED_MEMBERS, configEntry, configOfEntry, STAYING_MEMBERS } from '../../../domain/bundle/entries/config-entries.ts';
import { valuesInForce } from '../../config/config-view.ts';
import { saveConfig } from '../../config/save-config.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { missing } from './record-entries.ts';

const carried: readonly string[] = CARRIED_MEMBERS;
/** What stays and has no word on the page of configuration is named as calls name it. */
const WORDED: readonly string[] = [
  ...['loginIcon', 'navigationIcon', 'logoIcon', 'appIcon', 'emailPassword', 'whitelistSwitch'],
  ...['smsCompany', 'smsKeyId', 'smsKeySecret', 'smsSignName', 'smsTemplateId', 'smsAppId', 'region', 'domain', 'version'],
];

// text: members with a word below `config.fields`
const nameOf = (ctx: Ctx, member: string): string => (carried.includes(member) || WORDED.includes(member) ? ctx.text(`config.fields.${member}`) : member);

/** What the page of configuration says, each member by itself. A list of addresses arrives switched off; pictures lie in the file storage of their site. */
export const configuration = bundlePart<SystemDb>({
  id: 'configuration',
  title: { zh: '系统配置', zhtw: '系統設定', en: 'Configuration' },
  format: 1,
  fields: {
    value: {
      label: { zh: '值', zhtw: '值', en: 'Value' },
      words: {
        true: { zh: '是', zhtw: '是', en: 'Yes' },
        false: { zh: '否', zhtw: '否', en: 'No' },
        'singleLogin.1': { zh: '仅最近一次登录', zhtw: '僅最近一次登入', en: 'Only the latest sign-in' },
        'singleLogin.2': { zh: '可同时使用多台设备', zhtw: '可同時使用多台裝置', en: 'Several devices at a time' },
        'lockType.1': { zh: '锁定账号', zhtw: '鎖定帳號', en: 'Lock the account' },
        'lockType.2': { zh: '等待后再试', zhtw: '等待後再試', en: 'Wait' },
      },
    },
    arrives: {
      label: { zh: '导入后', zhtw: '匯入後', en: 'Arrives' },
      words: { off: { zh: '白名单关闭，核对后再打开', zhtw: '白名單關閉，核對後再打開', en: 'switched off; look at it, then turn it on' } },
    },
  },
  values: Type.Object(
    { value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), arrives: Type.Optional(Type.Literal('off')) },
    { additionalProperties: false },
  ),
  async rows(ctx, codes) {
    const service = ctx.service(siteConfig);
    const row = await service.read();
    const [fixed, inForce] = [service.fixed(), valuesInForce(ctx, row)];
    const isSaved = (member: string): boolean => row.values[member] !== undefined && fixed[member] === undefined;
    const rows = carried
      .filter((member) => (codes ? codes.has(member) : isSaved(member)))
      .map((member) => ({
        code: member,
        name: nameOf(ctx, member),
        values: { value: configEntry(member, inForce[member] ?? null), ...(member === 'whiteListIp' && { arrives: 'off' }) },
      }));
    const local = STAYING_MEMBERS.filter((member) => isSaved(member) && row.values[member] !== '');
    const left = [
      ...row.secrets.map((member) => ({ name: nameOf(ctx, member), why: 'secret' as const })),
      ...local.map((member) => ({ name: nameOf(ctx, member), why: 'local' as const })),
    ];
    return { rows, left: codes ? [] : left };
  },
  writer:
    async (ctx) =>
    async ({ code, values: { value } }) => {
      if (!carried.includes(code)) throw missing(code);
      const given = configOfEntry(code, value as string | number | boolean | null); // `values` lets nothing else through
      await saveConfig(ctx, { [code]: given, ...(code === 'whiteListIp' && { whitelistSwitch: 0 }) });
    },
});
