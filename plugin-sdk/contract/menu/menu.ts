import type { DataFieldType } from '../data-condition.ts';
import type { MenuIcon } from './icons.ts';

/** Menu types of spec 2.2. */
export const MenuType = {
  Directory: 1,
  Page: 2,
  DynamicModel: 3,
  Dictionary: 4,
  DataReport: 5,
  Dashboard: 6,
  ExternalLink: 7,
  Portal: 8,
} as const;
export type MenuType = (typeof MenuType)[keyof typeof MenuType];

/** Menu types whose pages one plugin may serve as a whole. */
export type ModelMenuType = 3 | 4 | 5 | 8;

export interface TextByLanguage {
  zh: string;
  zhtw: string;
  en: string;
}
export type Language = keyof TextByLanguage;
/** Words in the three languages: `inLanguages('患者', '病患', 'Patients')`. */
export const inLanguages = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });
export const LANGUAGES: readonly Language[] = ['zh', 'zhtw', 'en'];

export interface PermissionItem {
  /** `btn_add`, `btn_edit`, `btn_remove` are the platform's presets. */
  enCode: string;
  title: TextByLanguage;
  /** Roles that get it with the demo data and that the administrator is offered. */
  roleHints?: readonly string[];
}

/** A field of a menu's data that data schemes may name; the server half says which column it is (`defineDataModel`). */
export interface DataField {
  enCode: string;
  title: TextByLanguage;
  type: DataFieldType;
}

/** Entries that a plugin may write while it runs (`ctx.menus`). */
export interface MenuClaim {
  /** Beginning of their enCodes, with a dot at its end: `beds.form.`. No other owner has an entry below it. */
  prefix: string;
  types: readonly MenuType[];
}

/** A menu entry that a plugin brings; the server stores it when the plugin is enabled. */
export interface MenuContribution {
  /** Letters, digits and dots, no dot at either end (spec 5). Unique in the whole system. */
  enCode: string;
  type: MenuType;
  title: TextByLanguage;
  /** enCode of the directory above; absent = top level. */
  parent?: string;
  /** Icon of the shell's set (`icons.ts`). */
  icon?: MenuIcon;
  /** Address inside the shell, without leading slash; types 2, 3, 4, 5, 8 (default: enCode with dots as slashes). */
  urlAddress?: string;
  linkTarget?: '_self' | '_blank';
  propertyJson?: Record<string, unknown>;
  sortCode?: number;
  roleHints?: readonly string[];
  buttons?: readonly PermissionItem[];
  columns?: readonly PermissionItem[];
  forms?: readonly PermissionItem[];
  /** Fields by which rows can be authorised; a menu without them has no data authorisation. */
  dataFields?: readonly DataField[];
}
