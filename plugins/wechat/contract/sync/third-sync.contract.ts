import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { SYNC_MENU } from './sync-limits.ts';

const need = `perm:${SYNC_MENU}` as const;

/** What the platform's page of configuration shows of a sync (wire facts 15). */
export const thirdTotal = Type.Object({
  /** 组织 or 用户, in the reader's language. */
  synType: Type.String(),
  recordTotal: Type.Integer(),
  synSuccessCount: Type.Integer(),
  synFailCount: Type.Integer(),
  unSynCount: Type.Integer(),
  /** Milliseconds; null: none was made. */
  synDate: Type.Union([Type.Integer(), Type.Null()]),
});
export type ThirdTotal = Static<typeof thirdTotal>;

const refused = (path: `/${string}`, what: string) =>
  get(path, {
    summary: `${what}: always refused (\`wechat.third-direction\`), with the page where it is looked at first and then done`,
    need,
    audit: 'none',
    reply: Type.Null(),
  });

/**
 * Calls of the platform's page of configuration about syncs with WeCom (1) and DingTalk (2). Its calls that write over there are GETs without a preview and name no organisation: they
 * are refused with a sentence, and the page of syncs does the same after somebody has looked at it. System administrators alone.
 */
export const thirdSyncContract = defineContract('wechat-third-sync', {
  total: get('/api/system/SynThirdInfo/getSynThirdTotal/{thirdType}', {
    summary: 'Counts of the latest sync that did something, of departments and of people',
    need,
    audit: 'none',
    params: Type.Object({ thirdType: Type.Union([Type.Literal('1'), Type.Literal('2')]) }),
    reply: Type.Array(thirdTotal),
  }),
  organizeToQy: refused('/api/system/SynThirdInfo/synAllOrganizeSysToQy', 'Departments to WeCom'),
  userToQy: refused('/api/system/SynThirdInfo/synAllUserSysToQy', 'People to WeCom'),
  organizeToDing: refused('/api/system/SynThirdInfo/synAllOrganizeSysToDing', 'Departments to DingTalk'),
  userToDing: refused('/api/system/SynThirdInfo/synAllUserSysToDing', 'People to DingTalk'),
});
