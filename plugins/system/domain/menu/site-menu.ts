import { MenuType } from '@nephra/plugin-sdk/contract';
import { SITE_PREFIX } from '../../contract/menu/menu-limits.ts';

/** What an entry of the site leads to. */
export interface SiteMenu {
  readonly enCode: string;
  readonly type: number;
  readonly urlAddress: string;
  readonly linkTarget: string;
  readonly property: Readonly<Record<string, unknown>>;
}

/** What is wrong with it: key of the refusal and the field of the form that it stands at. */
export interface MenuFlaw {
  readonly key: 'menu-code' | 'menu-address' | 'menu-link' | 'menu-module' | 'menu-colour';
  readonly field: string;
}

/** Beginning of the address that an entry has by its type (wire facts 6). */
const BEGINNINGS: Readonly<Record<number, string>> = {
  [MenuType.DynamicModel]: 'model/',
  [MenuType.Dictionary]: 'dictionary/',
  [MenuType.DataReport]: 'dataReport/',
  [MenuType.Dashboard]: 'dataScreen/',
  [MenuType.Portal]: 'portal/',
};
const CODE = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
/** Two parts at least: the shell's own pages have one. */
const PAGE_ADDRESS = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)+(?:\?[^\s#]*)?$/;
/** What a link stands in with for the server of big screens and for a ticket (wire facts 6). */
const SCREENS = /\$\{dataV\}/g;
const TICKET = /\$\{jnpfToken\}/g;
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Address as it is stored: of types 2 and 7 what was typed, of others by type and code. */
export const addressOf = (type: number, enCode: string, typed: string): string => {
  const beginning = BEGINNINGS[type];
  if (beginning !== undefined) return `${beginning}${enCode}`;
  return type === MenuType.Directory ? '' : typed.trim();
};

/** Path in the browser, as the shell makes it; undefined for directories, which have none of their own. */
export function pathOf({ type, enCode, urlAddress }: Pick<SiteMenu, 'type' | 'enCode' | 'urlAddress'>): string | undefined {
  if (type === MenuType.Directory) return undefined;
  if (type === MenuType.ExternalLink) return `/${enCode}`;
  const [path = ''] = urlAddress.split('?');
  return `/${(path || enCode.replaceAll('.', '/')).replace(/^\/+/, '')}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The members of propertyJson that the type knows; undefined for a text that is no JSON object. */
export function propertyOf(type: number, text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { iconBackgroundColor, moduleId, isTree } = value as Record<string, unknown>;
  if (type === MenuType.Directory) return textOf(iconBackgroundColor) === '' ? {} : { iconBackgroundColor: textOf(iconBackgroundColor) };
  if (BEGINNINGS[type] === undefined) return {};
  const named = { moduleId: textOf(moduleId) };
  const branches = type === MenuType.DynamicModel || type === MenuType.Dictionary;
  return branches && isTree !== undefined ? { ...named, isTree: isTree === true || textOf(isTree) === '1' ? 1 : 0 } : named;
}

function isWebAddress(address: string): boolean {
  const filled = address.replace(SCREENS, 'https://screen.invalid').replace(TICKET, '');
  return /^https?:\/\//i.test(filled) && URL.canParse(filled);
}

/** What keeps an entry of the site from being stored as it is. */
export function siteMenuFlaw({ enCode, type, urlAddress, property }: SiteMenu): MenuFlaw | undefined {
  if (!CODE.test(enCode) || !enCode.startsWith(SITE_PREFIX)) return { key: 'menu-code', field: 'enCode' };
  if (type === MenuType.Page && !PAGE_ADDRESS.test(urlAddress)) return { key: 'menu-address', field: 'urlAddress' };
  if (type === MenuType.ExternalLink && !isWebAddress(urlAddress)) return { key: 'menu-link', field: 'urlAddress' };
  if (BEGINNINGS[type] !== undefined && textOf(property.moduleId).trim() === '') return { key: 'menu-module', field: 'moduleId' };
  const colour = textOf(property.iconBackgroundColor);
  return colour === '' || COLOUR.test(colour) ? undefined : { key: 'menu-colour', field: 'iconBackgroundColor' };
}
