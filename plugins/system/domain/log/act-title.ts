/** Titles of menus by code, and of their buttons by `menu:button`. */
export type RightTitles = ReadonlyMap<string, string>;

/**
 * What an act is called for people: the page that its right belongs to, and the button where it is one: `岗位 · 新建`.
 * @param permissions codes of which its caller needs one; the first that has a name tells it
 * @returns '' where no right has a name: then the act is told by its code
 */
export function actTitle(permissions: readonly string[], titles: RightTitles): string {
  for (const code of permissions) {
    const [menu = '', button] = code.split(':');
    const page = titles.get(menu);
    if (page === undefined) continue;
    const act = button === undefined ? undefined : titles.get(code);
    return act === undefined ? page : `${page} · ${act}`;
  }
  return '';
}
