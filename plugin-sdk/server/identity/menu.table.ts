import { column } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import type { MenuChanges } from '../menus/menu-changes.ts';
import { closedDoor } from '../table/row-door.ts';

/** Grants decide who sees a menu, not rows; nothing is dropped while its plugin is off. */
const catalogue = { rowsStay: true, scope: closedDoor } as const;
const MAX_TITLE = 200;
const titles = { titleZh: column.text(MAX_TITLE), titleZhtw: column.text(MAX_TITLE), titleEn: column.text(MAX_TITLE) };
const code = () => column.text(200);
/** Hints of roles are given once. */
const hintsApplied = column.flag();

/** Directories and pages: the shell's own, and what plugins bring. */
export const menuTable = defineTable(
  'core.menu',
  {
    id: column.id(),
    enCode: code(),
    /** `shell`, `site` (made by an administrator) or the id of a plugin. */
    owner: column.text(100),
    type: column.int(1, 8),
    ...titles,
    parentCode: code().nullable(),
    icon: column.text(200),
    urlAddress: column.text(2_000),
    linkTarget: column.text(20),
    property: column.json(),
    category: column.text(20),
    sortCode: column.int(0, 1_000_000_000),
    /** False while the plugin that owns it is off. */
    active: column.flag(),
    /** The administrator's own switch. */
    enabled: column.flag(),
    hintsApplied,
    /** True: rows are seen only through granted data schemes. */
    dataAuthorize: column.flag(),
    /** True: its plugin wrote it while it ran. */
    written: column.flag(),
    siteChanges: column.json<MenuChanges>(),
  },
  { ...catalogue, unique: { menu_en_code_key: ['enCode'] } },
);

/** Buttons, columns and forms of a menu, and the fields that its data schemes may name. */
export const menuItemTable = defineTable(
  'core.menu_item',
  {
    id: column.id(),
    menuCode: code().references('core.menu'),
    kind: column.choice('button', 'column', 'form', 'field'),
    enCode: code(),
    ...titles,
    sortCode: column.int(0, 1_000_000_000),
    active: column.flag(),
    hintsApplied,
    /** Type of a field. */
    property: column.json(),
  },
  { ...catalogue, unique: { menu_item_menu_code_kind_en_code_key: ['menuCode', 'kind', 'enCode'] } },
);

/** Permission codes that belong to no menu. */
export const permissionTable = defineTable(
  'core.permission',
  { code: code(), owner: column.text(100), ...titles, active: column.flag(), hintsApplied },
  { ...catalogue, key: ['code'] },
);
