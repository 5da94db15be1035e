import { parentsFirst } from '../tree.ts';
import { MAX_FILE_MENUS, MAX_MENU_ITEMS } from '../../contract/menu/menu-limits.ts';

export interface FileTitles {
  readonly zh: string;
  readonly zhtw: string;
  readonly en: string;
}
export interface FileItem {
  readonly kind: 'button' | 'column' | 'form' | 'field';
  readonly enCode: string;
  readonly titles: FileTitles;
  readonly type: string;
  /** 0: off; left out: on. */
  readonly enabledMark?: 0 | 1;
}

/** An entry of the site in a file. `parent` is an enCode, empty at the top. */
export interface FileMenu {
  readonly enCode: string;
  readonly type: number;
  readonly titles: FileTitles;
  readonly parent: string;
  readonly icon: string;
  readonly urlAddress: string;
  readonly linkTarget: '_self' | '_blank';
  readonly property: Readonly<Record<string, unknown>>;
  readonly sortCode: number;
  readonly enabledMark: 0 | 1;
  readonly hidden: 0 | 1;
  readonly description: string;
  readonly items: readonly FileItem[];
}

/** What the site changes about an entry of shell or plugin; what is left out is as its owner has it. */
export interface FileChange {
  readonly enCode: string;
  readonly titles?: Partial<FileTitles>;
  readonly icon?: string;
  readonly sortCode?: number;
  readonly parent?: string;
  readonly hidden?: 0 | 1;
  readonly description?: string;
  readonly enabledMark: 0 | 1;
}

export interface MenuFile {
  readonly menus: readonly FileMenu[];
  readonly changes: readonly FileChange[];
}

const FORMAT = 'nephra-menus';
const VERSION = 1;
const KINDS: readonly string[] = ['button', 'column', 'form', 'field'];

export const menuFileText = (file: MenuFile): string => `${JSON.stringify({ format: FORMAT, version: VERSION, ...file }, undefined, 2)}\n`;

export type MenuFileFlaw = {
  readonly flaw: 'file-unreadable' | 'menu-file-other' | 'menu-file-newer' | 'menu-file-entry' | 'menu-file-many';
  readonly what: string;
};

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2_000;
const isFlag = (value: unknown): boolean => value === 0 || value === 1;
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isTitles = (value: unknown): boolean => isObject(value) && isText(value.zh) && isText(value.zhtw) && isText(value.en);
const isItem = (value: unknown): boolean =>
  isObject(value) &&
  KINDS.includes(String(value.kind)) &&
  isText(value.enCode) &&
  isTitles(value.titles) &&
  isText(value.type) &&
  (value.enabledMark === undefined || isFlag(value.enabledMark));

const isMenu = (value: unknown): boolean =>
  isObject(value) &&
  [value.enCode, value.parent, value.icon, value.urlAddress, value.description].every(isText) &&
  Number.isInteger(value.type) &&
  (value.type as number) >= 1 &&
  (value.type as number) <= 8 &&
  isTitles(value.titles) &&
  (value.linkTarget === '_self' || value.linkTarget === '_blank') &&
  isObject(value.property) &&
  isCount(value.sortCode) &&
  isFlag(value.enabledMark) &&
  isFlag(value.hidden) &&
  Array.isArray(value.items) &&
  value.items.length <= MAX_MENU_ITEMS &&
  value.items.every(isItem);

const isChange = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.enCode) &&
  isFlag(value.enabledMark) &&
  [value.icon, value.parent, value.description].every((one) => one === undefined || isText(one)) &&
  (value.titles === undefined || (isObject(value.titles) && Object.values(value.titles).every(isText))) &&
  (value.sortCode === undefined || isCount(value.sortCode)) &&
  (value.hidden === undefined || isFlag(value.hidden));

/** Reads the text of a file, entries of the site in an order in which each stands behind its directory. */
export function readMenuFile(text: string): MenuFile | MenuFileFlaw {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { flaw: 'file-unreadable', what: '' };
  }
  if (!isObject(value) || value.format !== FORMAT || !Array.isArray(value.menus) || !Array.isArray(value.changes)) return { flaw: 'menu-file-other', what: '' };
  if (value.version !== VERSION) return { flaw: 'menu-file-newer', what: String(value.version) };
  const entries: readonly unknown[] = [...value.menus, ...value.changes];
  if (entries.length > MAX_FILE_MENUS) return { flaw: 'menu-file-many', what: String(MAX_FILE_MENUS) };
  const wrong = value.menus.find((menu) => !isMenu(menu)) ?? value.changes.find((change) => !isChange(change));
  if (wrong !== undefined) return { flaw: 'menu-file-entry', what: isObject(wrong) ? String(wrong.enCode) : '?' };
  const codes = entries.map((entry) => (entry as FileChange).enCode);
  const doubled = codes.find((code, at) => codes.indexOf(code) !== at);
  if (doubled !== undefined) return { flaw: 'menu-file-entry', what: doubled };
  const menus = (value.menus as FileMenu[]).map((menu) => ({ ...menu, id: menu.enCode, parentId: menu.parent || null }));
  const ordered = parentsFirst(menus);
  // Those of a ring are in no order: they come last and are refused there, by name.
  const rest = menus.filter((menu) => !ordered.includes(menu));
  return { menus: [...ordered, ...rest].map(({ id: _, parentId: __, ...menu }) => menu), changes: value.changes as FileChange[] };
}
