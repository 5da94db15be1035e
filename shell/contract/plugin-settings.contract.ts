import { defineContract, get, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import type { SettingDocument } from '@nephra/plugin-sdk/record';

const pluginId = Type.String({ minLength: 1, maxLength: 64 });
/** Empty: the values of the installation. */
const orgId = Type.String({ maxLength: 64 });
const words = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });
const value = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number()]);

const listedPlugin = Type.Object({
  pluginId,
  name: words,
  /** Settings that have one value for the installation; 0 for who may not see them. */
  installation: Type.Integer(),
  /** Settings that each organisation has a value of its own of. */
  organisation: Type.Integer(),
  /** Values that were set on the page, at all organisations that the caller sees. */
  set: Type.Integer(),
});
export type ListedPlugin = Static<typeof listedPlugin>;

const setting = Type.Object({
  name: Type.String(),
  /** How it is declared: kind, limits, label (`SettingDocument`). */
  document: Type.Unsafe<SettingDocument>(Type.Unknown()),
  /** The value that counts now, as it stands on the wire of its kind. */
  value,
  /** Where it comes from: the plugin, registry.json, or this page. */
  source: Type.Union([Type.Literal('default'), Type.Literal('registry'), Type.Literal('page')]),
  /** What would count if nobody had set it here. */
  byDefault: value,
  /** Who set it here; empty unless `source` is `page`. */
  setBy: Type.String(),
  /** Milliseconds; null unless `source` is `page`. */
  setAt: Type.Union([Type.Integer(), Type.Null()]),
});
export type SettingView = Static<typeof setting>;

const sheet = Type.Object({
  pluginId,
  name: words,
  orgId,
  /** To be sent with the next save; 0 while nobody has set anything. */
  version: Type.Integer({ minimum: 0 }),
  settings: Type.Array(setting),
});
export type SettingSheet = Static<typeof sheet>;

/**
 * Settings of running plugins that people change at work. Values of the installation are for system administrators; those of an organisation also for people of that
 * organisation who were granted the menu.
 */
export const pluginSettingsContract = defineContract('pluginSettings', {
  list: get('/api/system/PluginSettings', {
    summary: 'Running plugins that have settings, and the organisations whose values the caller may see',
    need: 'perm:system.pluginSettings',
    audit: 'read',
    reply: Type.Object({ list: Type.Array(listedPlugin), organisations: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })) }),
  }),
  sheet: get('/api/system/PluginSettings/{pluginId}', {
    summary: 'Settings of a plugin with the values that count at the installation, or at one organisation',
    need: 'perm:system.pluginSettings',
    audit: 'read',
    params: Type.Object({ pluginId }),
    query: Type.Object({ orgId: Type.Optional(orgId) }),
    reply: sheet,
  }),
  save: put('/api/system/PluginSettings/{pluginId}', {
    summary: 'Set some values, or give them back to their default (null); those that are left out stay. Counts for the next act on every server',
    need: 'perm:system.pluginSettings:btn_edit',
    audit: 'security',
    retry: 'idempotent-key',
    params: Type.Object({ pluginId }),
    body: Type.Object({ orgId, version: Type.Integer({ minimum: 0 }), values: Type.Record(Type.String({ maxLength: 60 }), Type.Union([value, Type.Null()])) }),
    reply: sheet,
  }),
});
