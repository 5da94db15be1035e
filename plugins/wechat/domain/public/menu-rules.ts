import type { MenuButton, MenuChange, MenuLeaf } from '../../contract/public/public-menu.contract.ts';
import {
  MAX_BELOW_NAME_BYTES,
  MAX_KEY_BYTES,
  MAX_MENU_BELOW,
  MAX_MENU_TOP,
  MAX_TOP_NAME_BYTES,
  MAX_URL_BYTES,
  MENU_TYPES,
  type MenuButtonType,
} from '../../contract/public/public-limits.ts';

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** What is the matter with a button: which one (`1.0` is the first below the second), which field, and the sentence `wechat.mp-menu-…`. */
export interface MenuFlaw {
  readonly place: string;
  readonly field: keyof MenuLeaf;
  readonly flaw: 'name-empty' | 'name-long' | 'key-empty' | 'key-long' | 'url' | 'url-long' | 'mini' | 'media' | 'many';
}

function leafFlaw(leaf: MenuLeaf): Pick<MenuFlaw, 'field' | 'flaw'> | undefined {
  const { type, content, url, appId, pagePath } = leaf;
  if (type === 'view' || type === 'miniprogram') {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { field: 'url', flaw: 'url' };
    if (bytesOf(url) > MAX_URL_BYTES) return { field: 'url', flaw: 'url-long' };
    if (type === 'miniprogram' && (appId.trim() === '' || pagePath.trim() === '')) return { field: appId.trim() === '' ? 'appId' : 'pagePath', flaw: 'mini' };
    return undefined;
  }
  if (content.trim() === '') return { field: 'content', flaw: type === 'media_id' ? 'media' : 'key-empty' };
  return bytesOf(content) > MAX_KEY_BYTES ? { field: 'content', flaw: 'key-long' } : undefined;
}

function nameFlaw(name: string, most: number): Pick<MenuFlaw, 'field' | 'flaw'> | undefined {
  if (name.trim() === '') return { field: 'fullName', flaw: 'name-empty' };
  return bytesOf(name) > most ? { field: 'fullName', flaw: 'name-long' } : undefined;
}

/** What the service would refuse, as far as it can be known here. */
export function menuFlaws(buttons: readonly MenuButton[]): readonly MenuFlaw[] {
  const flaws: MenuFlaw[] = buttons.length > MAX_MENU_TOP ? [{ place: String(MAX_MENU_TOP), field: 'fullName', flaw: 'many' }] : [];
  buttons.forEach((button, at) => {
    const top = nameFlaw(button.fullName, MAX_TOP_NAME_BYTES) ?? (button.children.length === 0 ? leafFlaw(button) : undefined);
    if (top) flaws.push({ place: String(at), ...top });
    if (button.children.length > MAX_MENU_BELOW) flaws.push({ place: `${at}.${MAX_MENU_BELOW}`, field: 'fullName', flaw: 'many' });
    button.children.forEach((child, below) => {
      const flaw = nameFlaw(child.fullName, MAX_BELOW_NAME_BYTES) ?? leafFlaw(child);
      if (flaw) flaws.push({ place: `${at}.${below}`, ...flaw });
    });
  });
  return flaws;
}

type Wire = Readonly<Record<string, unknown>>;

function leafToWire({ fullName: name, type, content, url, appId, pagePath }: MenuLeaf): Wire {
  if (type === 'view') return { type, name, url };
  if (type === 'miniprogram') return { type, name, url, appid: appId, pagepath: pagePath };
  return type === 'media_id' ? { type, name, media_id: content } : { type, name, key: content };
}

/** As the service takes it. */
export const menuToWire = (buttons: readonly MenuButton[]): readonly Wire[] =>
  buttons.map((button) => (button.children.length === 0 ? leafToWire(button) : { name: button.fullName, sub_button: button.children.map(leafToWire) }));

const textIn = (row: Wire, name: string): string => (typeof row[name] === 'string' ? (row[name] as string) : '');
const rowsIn = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.filter((one): one is Wire => typeof one === 'object' && one !== null) : []);
const isKnown = (type: string): type is MenuButtonType => (MENU_TYPES as readonly string[]).includes(type);

function leafOfWire(row: Wire): MenuLeaf {
  const type = textIn(row, 'type');
  const content = textIn(row, 'key') || textIn(row, 'media_id') || textIn(row, 'value');
  // What the console of the service makes and has no form here is kept as the nearest that says where it leads.
  return {
    ...{ fullName: textIn(row, 'name'), type: isKnown(type) ? type : textIn(row, 'url') === '' ? 'click' : 'view', content: content.slice(0, MAX_KEY_BYTES) },
    ...{ url: textIn(row, 'url'), appId: textIn(row, 'appid'), pagePath: textIn(row, 'pagepath') },
  };
}

/** What `get_current_selfmenu_info` tells of the menu in force: made by us, or in the console of the service. */
export function menuOfWire(said: unknown): MenuButton[] {
  const info = (said as { readonly selfmenu_info?: { readonly button?: unknown } } | null)?.selfmenu_info;
  return rowsIn(info?.button)
    .slice(0, MAX_MENU_TOP)
    .map((row) => {
      const below = (row.sub_button ?? {}) as { readonly list?: unknown };
      const children = rowsIn(Array.isArray(row.sub_button) ? row.sub_button : below.list).slice(0, MAX_MENU_BELOW);
      return { ...leafOfWire(row), children: children.map(leafOfWire) };
    });
}

const detailOf = (leaf: MenuLeaf): string => {
  const wire = leafToWire(leaf);
  return `${leaf.type} ${String(wire.url ?? wire.key ?? wire.media_id ?? '')}${leaf.type === 'miniprogram' ? ` ${leaf.appId} ${leaf.pagePath}` : ''}`;
};

function linesOf(buttons: readonly MenuButton[]): ReadonlyMap<string, { readonly name: string; readonly detail: string }> {
  const lines = new Map<string, { readonly name: string; readonly detail: string }>();
  buttons.forEach((button, at) => {
    lines.set(String(at + 1), { name: button.fullName, detail: button.children.length > 0 ? '' : detailOf(button) });
    for (const [below, child] of button.children.entries()) lines.set(`${at + 1}.${below + 1}`, { name: child.fullName, detail: detailOf(child) });
  });
  return lines;
}

/** What publishing `after` changes of `before`, place by place. Nothing: they are the same to a reader. */
export function menuChanges(before: readonly MenuButton[], after: readonly MenuButton[]): MenuChange[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((place): MenuChange[] => {
    const [old, now] = [was.get(place), is.get(place)];
    if (!old) return [{ act: 'add', place, name: now?.name ?? '', before: '', after: now?.detail ?? '' }];
    if (!now) return [{ act: 'remove', place, name: old.name, before: old.detail, after: '' }];
    if (old.name === now.name && old.detail === now.detail) return [];
    return [{ act: 'change', place, name: now.name, before: `${old.name} ${old.detail}`.trim(), after: `${now.name} ${now.detail}`.trim() }];
  });
}
