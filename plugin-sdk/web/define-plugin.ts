import type { ComponentType } from 'react';
import type { MenuClaim, MenuContribution, ModelMenuType, PermissionItem, Privilege, TextByLanguage, TSchema } from '../contract/index.ts';
import type { SettingsDocument } from '../contract/record/index.ts';
import type { MenuNode } from './context.ts';

/** What a page of a plugin receives from the shell. */
export interface PageProps {
  /** The menu entry that was opened; `id` is the modelId of its permissions. */
  readonly menu: MenuNode;
  /** Query of the address. */
  readonly query: Readonly<Record<string, string>>;
  /** Only for menu types 3, 4, 5, 8: taken from propertyJson. */
  readonly moduleId?: string;
  readonly isTree?: boolean;
}

export interface PageModule {
  readonly Page: ComponentType<PageProps>;
}

export interface PageContribution {
  readonly enCode: string;
  readonly load: () => Promise<PageModule>;
  /**
   * Path of the list call of the plugin's own server half that the page begins with: first page, no search, no order. When the page is the first that a browser
   * opens, its rows are asked for beside its code instead of after it. Leave it out where a page begins with a search of its own (the days of this month).
   */
  readonly list?: string;
}
export interface MenuTypeContribution {
  readonly type: ModelMenuType;
  readonly load: () => Promise<PageModule>;
}

/** Extension points and the props each hands to what fills it. A plugin that offers one adds it by declaration merging. */
export interface SlotPoints {
  /** Cards on the start page, below the shortcuts. */
  'shell/home@1': Readonly<Record<never, never>>;
  /** Bodies of the drawers behind bell, chat and AI icon, 280 px wide unless they ask for more, and of the feedback dialog. */
  'shell/message-drawer@1': DrawerSlotProps;
  'shell/chat-drawer@1': DrawerSlotProps;
  'shell/assistant-drawer@1': DrawerSlotProps;
  'shell/feedback@1': FeedbackSlotProps;
  /** Below the person's own file on the profile page: what a plugin keeps for the person who is signed in. Draw one section with a heading of level 3. */
  'shell/profile@1': Readonly<Record<never, never>>;
  /** Unread marks on the bell and on the chat icon; drawn with the navbar, so keep them small. */
  'shell/message-badge@1': Readonly<Record<never, never>>;
  'shell/chat-badge@1': Readonly<Record<never, never>>;
  /** Below the facts of one plugin in the plugin administration: live checks of what it needs to work. Draw nothing for plugins of others. */
  'shell/plugin-checks@1': PluginChecksProps;
  /** Filled by the shell itself: the picture of a menu entry by our name of it (`MENU_ICONS`), for pages that show or offer such pictures. */
  'shell/menu-icon@1': { readonly name: string };
  /** How a kind of field looks that the plugin adds (`defineFieldKind`), by its name: `record/kind.geo.point@1`. Filled by what `fieldKindView` makes; one plugin has it. */
  readonly [kind: `record/kind.${string}@1`]: FieldKindSlotProps;
}
export interface FieldKindSlotProps {
  /** Takes what draws the kind. */
  readonly give: (view: object) => void;
}
export interface PluginChecksProps {
  readonly pluginId: string;
  readonly enabled: boolean;
}
/** Of the feedback dialog: what the shell knows of the page behind it. */
export interface FeedbackSlotProps extends DrawerSlotProps {
  /** Path of the page, `/system/notice`, without its query: that may name people. */
  readonly place: string;
  /** Title of the page in the reader's language; empty where it has none. */
  readonly pageTitle: string;
  /** Version of the product that the browser shows, `V1.0.0`. */
  readonly version: string;
}
export interface DrawerSlotProps {
  /** Closes what is around. */
  readonly close: () => void;
  /** Of a drawer: gives the body this width in pixels while it needs more room than 280, the whole screen where there is less. */
  readonly setWidth?: (pixels: number) => void;
}
export type SlotPoint = keyof SlotPoints & string;

export interface SlotContribution {
  readonly point: string;
  readonly key: string;
  readonly order: number;
  readonly load: () => Promise<{ readonly Slot: ComponentType<never> }>;
}

export interface PluginDefinition {
  readonly id: string;
  readonly version: string;
  /** Semver range of SDK versions it works with. */
  readonly sdk: string;
  readonly name: TextByLanguage;
  readonly description?: TextByLanguage;
  readonly publisher?: string;
  readonly dependsOn?: readonly string[];
  readonly pages?: readonly PageContribution[];
  readonly menuTypes?: readonly MenuTypeContribution[];
  readonly slots?: readonly SlotContribution[];
  readonly menus?: readonly MenuContribution[];
  /** Entries that the server half may write while it runs (`ctx.menus`): beginnings of enCodes with their menu types. */
  readonly menuClaims?: readonly MenuClaim[];
  readonly permissions?: readonly PermissionItem[];
  /**
   * TypeBox schema of its values in registry.json alone: for what the site's file decides (lists, tables, what the browser half reads). They are read
   * with `ctx.settings` and stay until the plugin starts anew. A value that people change at work belongs into `editableSettings`, and not here as well.
   */
  readonly settings?: TSchema;
  /**
   * Settings that people change on the page of plugin settings (`defineSettings`); `ctx.setting` reads them. A member of the same name in registry.json is their
   * default. Import it from `./contract/settings.ts`, which then stays out of the browser's bytes.
   */
  readonly editableSettings?: { readonly document: SettingsDocument };
  readonly outboundHosts?: readonly string[];
  /** What it may do beyond its own tables. */
  readonly privileges?: readonly Privilege[];
  /** Runs once when the plugin's code is first loaded; returns what undoes it. */
  readonly activate?: (ctx: import('./context.ts').WebContext) => undefined | (() => void);
}

/** Default export of `plugin.ts`. The builder writes manifest.json from its data part; nothing is declared twice. */
export const definePlugin = (definition: PluginDefinition): PluginDefinition => definition;

/**
 * Draws the page of one menu entry of type 2.
 * @param begins what it asks the server for at its start
 */
export const page = (enCode: string, load: () => Promise<PageModule>, begins: Pick<PageContribution, 'list'> = {}): PageContribution => ({
  enCode,
  load,
  ...begins,
});

/** Draws every menu entry of a whole type (3 dynamic model, 4 dictionary, 5 report, 8 portal). */
export const menuType = (type: ModelMenuType, load: () => Promise<PageModule>): MenuTypeContribution => ({ type, load });

/** Fills an extension point of another plugin. Lower `order` comes first (default 100). */
export const slot = <P extends SlotPoint>(
  point: P,
  key: string,
  load: () => Promise<{ readonly Slot: ComponentType<P extends keyof SlotPoints ? SlotPoints[P] : never> }>,
  order = 100,
): SlotContribution => ({ point, key, order, load: load as SlotContribution['load'] });
