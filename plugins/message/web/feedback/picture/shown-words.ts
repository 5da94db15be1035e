/**
 * Words that are the product's own, whoever looks: menus, headings of columns, labels of fields, buttons above a list. All other text of a page is covered
 * in the picture, so that what nobody thought of is covered, too.
 */
const SHOWN = [
  '.nephra-sidebar-menu',
  '.nephra-top-menu',
  '.nephra-breadcrumb',
  'th',
  '[role="columnheader"]',
  '.nk-toolbar-start button',
  '.nk-search-buttons button',
  '.nk-form-row > label',
].join();
/** Never shown, whatever it says: cells, choices, and what was typed. */
const COVERED = 'td, [role="cell"], [role="gridcell"], [role="option"], [role="listbox"], input, textarea, select, [contenteditable="true"]';
const MENUS = '.nephra-sidebar-menu, .nephra-top-menu';

/** Names of menu entries, which titles of pages and tags repeat. */
export function menuNames(page: ParentNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const menu of page.querySelectorAll(MENUS)) {
    const texts = menu.ownerDocument.createTreeWalker(menu, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) names.add(text.textContent?.trim() ?? '');
  }
  names.delete('');
  return names;
}

/** Whether the picture may show a text that stands in this element; what lies in something covered is covered, whatever it is itself. */
export function isShownText(element: Element, text: string, names: ReadonlySet<string>): boolean {
  if (element.closest(COVERED)) return false;
  return element.closest(SHOWN) !== null || names.has(text.trim());
}
