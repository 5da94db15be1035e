import { Type, type Static } from 'typebox';
import { DATA_FIELD_TYPES } from '../data-condition.ts';
import { PLUGIN_ID_PATTERN } from './plugin-id.ts';
import type { MenuClaim, MenuContribution } from '../menu/menu.ts';

/** Major version of the SDK that this shell offers; a plugin's `sdk` range must include `SDK_VERSION`. */
export const SDK_VERSION = '1.0.0';

/**
 * `identity`: reads and changes staff, organisations and rights (`coreIdentity`, `IdentityTables`).
 * `operations`: reads the audit log, hears of every call and error, and sees what the server itself does (`auditReader`, `callFeed`).
 * `site-tables`: makes and changes tables that a site has of its own, in the schema `site`, and works with their rows (`siteTables`).
 */
export const PRIVILEGES = ['identity', 'operations', 'site-tables'] as const;
export type Privilege = (typeof PRIVILEGES)[number];
export const privilegeSchema = Type.Unsafe<Privilege>(Type.Union(PRIVILEGES.map((privilege) => Type.Literal(privilege))));

const text = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });
const permissionItem = Type.Object({ enCode: Type.String({ pattern: '^[A-Za-z0-9_.]+$' }), title: text, roleHints: Type.Optional(Type.Array(Type.String())) });

export { PLUGIN_ID_PATTERN };
export const ENCODE_PATTERN = '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$';

export const menuSchema = Type.Object({
  enCode: Type.String({ pattern: ENCODE_PATTERN, maxLength: 100 }),
  type: Type.Integer({ minimum: 1, maximum: 8 }),
  title: text,
  parent: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  urlAddress: Type.Optional(Type.String()),
  linkTarget: Type.Optional(Type.Union([Type.Literal('_self'), Type.Literal('_blank')])),
  propertyJson: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  sortCode: Type.Optional(Type.Integer()),
  roleHints: Type.Optional(Type.Array(Type.String())),
  buttons: Type.Optional(Type.Array(permissionItem)),
  columns: Type.Optional(Type.Array(permissionItem)),
  forms: Type.Optional(Type.Array(permissionItem)),
  dataFields: Type.Optional(
    Type.Array(
      Type.Object({
        enCode: Type.String({ pattern: '^[A-Za-z0-9_.]+$' }),
        title: text,
        type: Type.Union(DATA_FIELD_TYPES.map((type) => Type.Literal(type))),
      }),
    ),
  ),
});

export const menuClaimSchema = Type.Object({
  prefix: Type.String({ pattern: '^([A-Za-z0-9_]+\\.)+$', maxLength: 60 }),
  types: Type.Array(Type.Integer({ minimum: 1, maximum: 8 }), { minItems: 1 }),
});

const fileSchema = Type.Object({ integrity: Type.String(), size: Type.Integer() });

/** The data half of a built plugin: `manifest.json` in its package. Written by the builder, never by hand. */
export const manifestSchema = Type.Object({
  schema: Type.Literal(1),
  id: Type.String({ pattern: PLUGIN_ID_PATTERN, maxLength: 64 }),
  version: Type.String(),
  /** Semver range of the SDK it was written for. */
  sdk: Type.String(),
  name: text,
  description: Type.Optional(text),
  publisher: Type.Optional(Type.String()),
  dependsOn: Type.Array(Type.String()),
  contributes: Type.Object({
    /** enCodes of type-2 menus whose page this plugin draws. */
    pages: Type.Array(Type.String()),
    /** Menu types 3, 4, 5, 8 that it serves as a whole. */
    menuTypes: Type.Array(Type.Integer()),
    /** Extension points it fills: point id such as `charging/settle-actions@1`, key unique in the plugin. */
    slots: Type.Array(Type.Object({ point: Type.String(), key: Type.String(), order: Type.Integer() })),
    menus: Type.Array(menuSchema),
    /** Entries that it may write while it runs. */
    menuClaims: Type.Optional(Type.Array(menuClaimSchema)),
    /** Permission codes that belong to no menu. */
    permissions: Type.Array(permissionItem),
  }),
  /** JSON schema of the values in registry.json `config`. */
  settings: Type.Optional(Type.Unknown()),
  /** Settings that people change on the page of plugin settings: what `defineSettings` makes. */
  editableSettings: Type.Optional(Type.Unknown()),
  outboundHosts: Type.Array(Type.String()),
  /** What it may do beyond its own tables; an administrator sees it before switching the plugin on. */
  privileges: Type.Optional(Type.Array(privilegeSchema)),
  web: Type.Optional(
    Type.Object({
      /** File name of the System.register entry. */
      entry: Type.String(),
      /** CSS files loaded with the file named as key. */
      css: Type.Record(Type.String(), Type.Array(Type.String())),
      /** False when the plugin does nothing until one of its pages or slots is drawn; others then need not wait for it. */
      activates: Type.Optional(Type.Boolean()),
      /** enCode → files of the package and shared modules that its page runs on, so that all of them can be fetched at once. */
      pages: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      /** enCode → path of the list call that its page begins with, so that the rows are asked for beside the code. */
      lists: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^/api/[A-Za-z0-9/_-]+$', maxLength: 200 }))),
    }),
  ),
  server: Type.Optional(
    Type.Object({
      entry: Type.String(),
      /** Version of the SDK that this half takes from the server, built with it; without one the half carries an SDK of its own. */
      sharedSdk: Type.Optional(Type.String()),
      /** `GET /api/…` of each route, so that callers learn why while it does not run. */
      routes: Type.Optional(Type.Array(Type.String())),
      /** Its jobs; administrators allow those of a package from outside one by one. */
      jobs: Type.Optional(Type.Array(Type.Object({ name: Type.String(), title: text, purpose: Type.Optional(text) }))),
      /** Names of its migrations: whether an older version may run again is decided by them. */
      migrations: Type.Optional(Type.Array(Type.String())),
      /** Tables that its migrations make, with their schema. */
      tables: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  /** What its sources take from the SDK and from other plugins: door → names. Written by the command line, so that a later SDK can be asked before a hospital has it. */
  uses: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** Language → file with the plugin's texts. */
  locales: Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() }),
  /** Every file of the package except the manifest: sha384 in SRI form and size in bytes. */
  files: Type.Record(Type.String(), fileSchema),
});

export type PluginManifest = Omit<Static<typeof manifestSchema>, 'contributes'> & {
  contributes: Omit<Static<typeof manifestSchema>['contributes'], 'menus' | 'menuClaims'> & { menus: MenuContribution[]; menuClaims?: MenuClaim[] };
};
