import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RegionAdapter } from '@nephra/plugin-sdk/contract';
import { nationalRules } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { guangdong } from '../../insurance-guangdong/server/guangdong.adapter.ts';
import { guangxi } from '../../insurance-guangxi/server/guangxi.adapter.ts';
import { hubei } from '../../insurance-hubei/server/hubei.adapter.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../..');
const REGIONS: readonly RegionAdapter[] = [guangdong, guangxi, hubei];

/** What the product ships of a plugin: tests, fixtures and test hosts prove it over the real regions and may name them. */
const isShipped = (file: string): boolean =>
  /\.(ts|tsx|json|sql|css)$/.test(file) && !/(\.test|\.fixture|\.suite)\.tsx?$/.test(file) && !file.split(path.sep).includes('testing');

const shipped = (folder: string): { file: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isShipped)
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

/** Provinces in both scripts where they differ, and as English texts write them; a business time zone is none. */
const PROVINCES =
  `北京 天津 上海 重庆 重慶 河北 河南 云南 雲南 辽宁 遼寧 黑龙江 黑龍江 湖南 安徽 山东 山東 新疆 江苏 江蘇 浙江 江西 湖北 广西 廣西 甘肃 甘肅 山西 内蒙 內蒙
  陕西 陝西 吉林 福建 贵州 貴州 广东 廣東 青海 西藏 四川 宁夏 寧夏 海南 beijing tianjin chongqing hebei henan yunnan liaoning heilongjiang hunan anhui shandong xinjiang jiangsu
  zhejiang jiangxi hubei guangxi gansu shanxi mongolia shaanxi jilin fujian guizhou guangdong qinghai tibet sichuan ningxia hainan`
    .split(/\s+/)
    .filter((word) => word !== '');

/** Members of `extras` that the national interface has as well, in another transaction (2001). */
const NATIONAL_MEMBERS = ['matn_type'];

/** What no other region shares: its names and words, its forms of national transactions, what it wants in them. */
function ownWords({ code, title, facilityPrefixes, rules }: RegionAdapter): string[] {
  const { transactions, extras = {} } = rules;
  const forms = Object.values(transactions).filter((infno) => !Object.values(nationalRules.transactions).includes(infno as never));
  const members = Object.values(extras)
    .flatMap((one) => Object.keys(one))
    .filter((name) => !NATIONAL_MEMBERS.includes(name));
  return [code, ...Object.values(title), ...facilityPrefixes.map((prefix) => `'${prefix}`), ...rules.noOriginalWords, ...forms, ...members];
}

const WORDS = [...new Set([...PROVINCES, ...REGIONS.flatMap(ownWords)])].map((word) => word.toLowerCase());
/** A regional form of a national transaction, and the division codes of these provinces (`440100`) where they stand as text. */
const FORMS: readonly RegExp[] = [/['"`]\d{4}[a-z]['"`]/g, /['"`]4[245]\d{4}['"`]/g];

const provinceWords = (text: string): string[] => {
  const read = text.toLowerCase();
  return [...WORDS.filter((word) => read.includes(word)), ...FORMS.flatMap((form) => read.match(form) ?? [])];
};

describe('what differs by province stands in the plugin of the region', () => {
  it('the core of the insurance and its texts name no province', () => {
    const files = shipped(path.join(PLUGINS, 'insurance'));
    for (const part of ['contract', 'domain', 'locales', 'server', 'web']) expect(files.some(({ file }) => file.startsWith(part))).toBe(true);
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap(({ file, text }) => provinceWords(text).map((word) => `${file}: ${word}`))).toEqual([]);
  });

  it.each(REGIONS)('the same search finds the plugin of $code', ({ code, title }) => {
    const found = shipped(path.join(PLUGINS, `insurance-${code}`)).flatMap(({ text }) => provinceWords(text));
    expect(found).toEqual(expect.arrayContaining([code, title.zh, title.en.toLowerCase()]));
  });

  it('every plugin of a region is among those that are searched for', () => {
    const folders = readdirSync(PLUGINS).filter((name) => name.startsWith('insurance-'));
    expect(folders.sort()).toEqual(REGIONS.map(({ code }) => `insurance-${code}`).sort());
  });

  it.each([
    ["const infno = form ? '2207A' : '2207';", "'2207a'"],
    ['{ ...head, pub_hosp_rfom_flag: 1 }', 'pub_hosp_rfom_flag'],
    ["if (code.startsWith('H45')) return;", "'h45"],
    ["mdtrtareaAdmvs === '440100'", "'440100'"],
    ['仅广西：经本机代理', '广西'],
  ])('it would find %s', (text, word) => {
    expect(provinceWords(text)).toContain(word);
  });
});
