import { type DeclaredDictionary, dictionary } from '@nephra/plugin-sdk/server';
import { DIALYSIS_MODES } from '../../contract/modes.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import type { DialysisFileDb } from '../tables/tables.ts';

/**
 * Ways of treatment. Rules of planning, of the bedside and of prices know their codes, so a site neither adds nor hides one; it words them and puts them into
 * its own order. The codes themselves stand on boards and cards, the same in every language; forms say the name beside them.
 */
export const MODE_DICTIONARY: DeclaredDictionary = {
  code: 'dialysisMode',
  title: { zh: '透析方式', zhtw: '透析方式', en: 'Dialysis mode' },
  entries: DIALYSIS_MODES.map((code) => ({ code, label: { zh: zh.dialysisMode[code], zhtw: zhtw.dialysisMode[code], en: en.dialysisMode[code] } })),
  may: { relabel: true, reorder: true },
};

export const modeDictionary = dictionary<DialysisFileDb>(MODE_DICTIONARY);
