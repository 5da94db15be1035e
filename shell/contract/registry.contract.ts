import { defineContract, get, post, privilegeSchema, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { offeredLanguage } from './session.contract.ts';

/** Of why a plugin is switched, in characters. */
export const MAX_SWITCH_REASON = 200;

const text = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });

/** One plugin as the browser needs it: enough to paint menus, titles and slots with none of its code loaded. */
export const pluginForBrowser = Type.Object({
  id: Type.String(),
  version: Type.String(),
  name: text,
  /** Folder of its files, `/plugins/<id>/<version>-<hash>/`; empty when it has no browser half. */
  base: Type.String(),
  entry: Type.String(),
  dependsOn: Type.Array(Type.String()),
  /** False when nothing of it has to run before those that depend on it. */
  activates: Type.Boolean(),
  pages: Type.Array(Type.String()),
  menuTypes: Type.Array(Type.Integer()),
  slots: Type.Array(Type.Object({ point: Type.String(), key: Type.String(), order: Type.Integer() })),
  /** Language → file name below `base`. */
  locales: Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() }),
  /** Folder of the version to fall back to after two failures; empty = none. */
  previousBase: Type.String(),
  previousEntry: Type.String(),
});
export type PluginForBrowser = Static<typeof pluginForBrowser>;

/** What the loader asks for on first use of a plugin: integrity and CSS of each file, and its settings. */
export const pluginFiles = Type.Object({
  integrity: Type.Record(Type.String(), Type.String()),
  css: Type.Record(Type.String(), Type.Array(Type.String())),
  settings: Type.Record(Type.String(), Type.Unknown()),
  texts: Type.Record(Type.String(), Type.String()),
  /** Documents of its records as the site has them, by name; those that the site changes nothing of are left out. */
  records: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type PluginFiles = Static<typeof pluginFiles>;

/** The plugin that draws the page which is about to be opened: everything to fetch at once instead of one after the other. */
export const pageStart = Type.Object({
  id: Type.String(),
  base: Type.String(),
  /** Files below `base` and shared modules that the page runs on, the entry included. */
  needs: Type.Array(Type.String()),
  files: pluginFiles,
  /** Path and query of the list that the page begins with; left out where it names none or the caller does not hold the page. */
  list: Type.Optional(Type.String()),
});
export type PageStart = Static<typeof pageStart>;

const pluginState = Type.Union([
  Type.Literal('active'),
  Type.Literal('disabled'),
  Type.Literal('failed'),
  Type.Literal('incompatible'),
  Type.Literal('modified'),
  Type.Literal('missing'),
  Type.Literal('conflict'),
]);

export const pluginReport = Type.Object({ time: Type.Integer(), where: Type.String(), kind: Type.String(), message: Type.String(), userName: Type.String() });

const asked = Type.Object({ what: Type.String(), answer: Type.Union([Type.Literal('granted'), Type.Literal('withheld'), Type.Literal('undecided')]) });

export const pluginForAdministrator = Type.Object({
  id: Type.String(),
  name: text,
  description: text,
  version: Type.String(),
  previousVersion: Type.String(),
  sdk: Type.String(),
  source: Type.String(),
  enabled: Type.Boolean(),
  state: pluginState,
  /** Sentence in the administrator's language: why it is in this state and what to do. */
  reason: Type.String(),
  /** What it waits for: an administrator who allows what it asks for (`allow`) or lets one run that was put aside (`let-run`), or a start without safe mode; empty: nothing. */
  waits: Type.Union([Type.Literal(''), Type.Literal('allow'), Type.Literal('let-run'), Type.Literal('safe-mode')]),
  dependsOn: Type.Array(Type.String()),
  adds: Type.Object({
    menus: Type.Array(Type.Object({ enCode: Type.String(), title: text, type: Type.Integer() })),
    permissions: Type.Array(Type.String()),
    routes: Type.Array(Type.String()),
    slots: Type.Array(Type.String()),
    /** Foreign systems that it may call, by its manifest, registry.json or the environment. */
    outboundHosts: Type.Array(Type.String()),
    /** What it may do beyond its own tables. */
    privileges: Type.Array(privilegeSchema),
    jobs: Type.Array(Type.Object({ name: Type.String(), title: text, purpose: Type.Optional(text) })),
    /** Tables that its migrations make. */
    tables: Type.Array(Type.String()),
    /** Services, events and types of other plugins that its sources name: `patient: patientDirectory`. */
    uses: Type.Array(Type.String()),
    /** Compressed size of the browser files in bytes. */
    browserBytes: Type.Integer(),
  }),
  /**
   * Of what it brings and asks for: what the version that somebody decided about last, the one that runs or ran, did not. As `adds` names it; menus by
   * their codes.
   */
  newly: Type.Object({
    /** Number of that version; empty: there is none, or it is this one. */
    than: Type.String(),
    privileges: Type.Array(privilegeSchema),
    outboundHosts: Type.Array(Type.String()),
    uses: Type.Array(Type.String()),
    menus: Type.Array(Type.String()),
    permissions: Type.Array(Type.String()),
    slots: Type.Array(Type.String()),
    jobs: Type.Array(Type.String()),
    tables: Type.Array(Type.String()),
  }),
  /** Its files against its manifest; `unknown`: there is nothing to compare, as `reason` says. */
  files: Type.Union([Type.Literal('good'), Type.Literal('bad'), Type.Literal('unknown')]),
  /** Not built with the product: it runs with what the hospital allows. */
  outside: Type.Boolean(),
  /** One from outside that registry.json lets into the server's own process (`"apart": false`), with all that the server may do. */
  inServer: Type.Boolean(),
  /** Trusted key that signed the package, SHA-256 of it in hex; empty: nobody did, or it was refused, or was built with the product. */
  publisher: Type.String(),
  /** What a package from outside asks for one by one, and what the hospital said. */
  asks: Type.Object({ outbound: Type.Array(asked), jobs: Type.Array(asked) }),
  /** Version whose code answers now; other than `version` while a newer one waits or was refused. Empty: nothing runs. */
  runningVersion: Type.String(),
  /** Names of the SDK that it uses and that will be gone in a later one. */
  deprecated: Type.Array(Type.Object({ name: Type.String(), gone: Type.String(), instead: Type.String() })),
  startedInMs: Type.Integer(),
  reports: Type.Array(pluginReport),
});
export type PluginForAdministrator = Static<typeof pluginForAdministrator>;

export const registryContract = defineContract('registry', {
  /** Contributions at log-in; a running session keeps the revision it got here. */
  forSession: get('/api/registry/Session', {
    summary: 'Plugins of this session',
    need: 'session',
    audit: 'none',
    query: Type.Object({
      /** Address of the page that is about to be opened, without its query. */
      page: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: Type.Object({
      revision: Type.String(),
      plugins: Type.Array(pluginForBrowser),
      /** Only for a page that a plugin brings under the address of its manifest. A proposal: what the session may open, its menus say. */
      start: Type.Optional(pageStart),
      /** Languages besides the three of the product; absent: none. */
      languages: Type.Optional(Type.Array(offeredLanguage)),
      overrides: Type.Object({
        slotOrder: Type.Record(Type.String(), Type.Integer()),
        hidden: Type.Array(Type.String()),
        /** The site's own wording in the caller's language, by `shell:key` or `plugin:key`. */
        texts: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
    }),
  }),
  files: get('/api/registry/Plugins/{id}/Files', {
    summary: 'Integrity, CSS, settings and text overrides of one plugin',
    need: 'session',
    audit: 'none',
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    query: Type.Object({ base: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: pluginFiles,
  }),
  list: get('/api/registry/Plugins', {
    summary: 'All plugins of registry.json with their state',
    need: 'perm:system.plugins',
    audit: 'read',
    reply: Type.Object({ revision: Type.String(), file: Type.String(), fileError: Type.String(), list: Type.Array(pluginForAdministrator) }),
  }),
  setState: put('/api/registry/Plugins/{id}/Actions/State', {
    summary: 'Enable or disable a plugin',
    need: 'perm:system.plugins:btn_state',
    audit: 'security',
    retry: 'natural',
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    body: Type.Object({
      enabled: Type.Boolean(),
      /** What whoever switches it on was shown and allows; absent: as it stands in registry.json. */
      privileges: Type.Optional(Type.Array(privilegeSchema, { maxItems: 10 })),
      /** Foreign systems that it asks for and may call; absent: as it stands. What it asks for besides is withheld. */
      outbound: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
      /** Names of jobs that may run; absent: as it stands. */
      jobs: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
      reason: Type.Optional(Type.String({ maxLength: MAX_SWITCH_REASON })),
    }),
    reply: Type.Null(),
  }),
  reload: post('/api/registry/Actions/Reload', {
    summary: 'Read registry.json again now',
    need: 'perm:system.plugins:btn_state',
    audit: 'security',
    retry: 'natural',
    reply: Type.Object({ revision: Type.String() }),
  }),
  /** A browser tells that a plugin failed. */
  report: post('/api/registry/Reports', {
    summary: 'Report a plugin fault',
    need: 'session',
    audit: 'none',
    retry: 'never',
    retryReason: 'a lost report does not matter',
    body: Type.Object({
      pluginId: Type.String({ maxLength: 64 }),
      version: Type.String({ maxLength: 40 }),
      kind: Type.String({ maxLength: 40 }),
      where: Type.String({ maxLength: 200 }),
      message: Type.String({ maxLength: 2000 }),
    }),
    reply: Type.Null(),
  }),
  outbox: get('/api/system/Outbox', {
    summary: 'Text messages that the development sender wrote instead of sending: to people of the own organisations, to administrators all',
    need: 'perm:system.outbox',
    audit: 'security',
    reply: Type.Object({ list: Type.Array(Type.Object({ id: Type.String(), time: Type.Integer(), mobile: Type.String(), text: Type.String() })) }),
  }),
});
