import { Type, type Static } from 'typebox';
import { PLUGIN_ID_PATTERN, privilegeSchema } from './manifest.ts';

/** One plugin in `registry.json`. */
export const registryEntrySchema = Type.Object(
  {
    id: Type.String({ pattern: PLUGIN_ID_PATTERN }),
    /** Folder with sources (`plugins/pharmacy`), folder with a built package, or a packed `.tgz` file; relative to registry.json. */
    source: Type.String({ minLength: 1 }),
    enabled: Type.Boolean(),
    /** Exact version the hospital wants; absent = whatever the source holds. */
    version: Type.Optional(Type.String()),
    /** sha384 of manifest.json in SRI form; when given, any other package is refused. */
    integrity: Type.Optional(Type.String()),
    config: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /**
     * Foreign systems that this plugin may call besides those its manifest names, as origins: `https://gateway.example:8443`. A name must lead to
     * a public address unless it is written `private+https://…`; addresses count as they stand.
     */
    outbound: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })),
    /** What the hospital allows a package from outside beyond its own tables; it does not run while it asks for more. Those built with the product need none. */
    privileges: Type.Optional(Type.Array(privilegeSchema)),
    /**
     * Whether its server half runs in a process of its own. Left out: packages from outside do, those that were built with the product do not. False lets a package
     * from outside into the server's own process, with all that the server may do.
     */
    apart: Type.Optional(Type.Boolean()),
    /** Jobs of a package from outside that the hospital lets run, by their names. Those built with the product need none. */
    jobs: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
    /** What a package from outside asked for and the hospital decided against: it runs without. */
    withheld: Type.Optional(
      Type.Object(
        {
          /** Origins as its manifest names them. */
          outbound: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })),
          jobs: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
        },
        { additionalProperties: false },
      ),
    ),
    /**
     * Other plugins of which a package from outside takes something, as whoever switched it on was shown. It waits while it names one more; left out, those count
     * that the version named which ran last.
     */
    uses: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })),
    /** Version of a package from outside that may remove tables, columns or rows of its own when its migrations run; any other that would waits. */
    removes: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** Why it stands here or is off; shown to the administrator. */
    reason: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** `registry.json`: which plugins this hospital runs. Hot-reloaded; a malformed file leaves the last good one in force. */
export const registrySchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    site: Type.Object(
      {
        name: Type.String({ minLength: 1 }),
        region: Type.Optional(Type.String()),
        languages: Type.Optional(Type.Array(Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')]))),
      },
      { additionalProperties: false },
    ),
    plugins: Type.Array(registryEntrySchema),
    /** Whose packages may run here. Packages of this repository that are built on the spot need no signature. */
    trust: Type.Optional(
      Type.Object(
        {
          /** Public keys of publishers (`nephra-plugin sign --new-key`): PEM files relative to registry.json, or PEM texts. */
          keys: Type.Array(Type.String({ minLength: 1 })),
          /** True: a package without a signature is refused. Default false; one that has a signature is always checked. */
          signedOnly: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    overrides: Type.Optional(
      Type.Object(
        {
          /** Menu enCode → sort code. */
          menuOrder: Type.Optional(Type.Record(Type.String(), Type.Integer())),
          /** `point/pluginId.key` → order. */
          slotOrder: Type.Optional(Type.Record(Type.String(), Type.Integer())),
          /** Menu enCodes or slot keys that must not show. */
          hidden: Type.Optional(Type.Array(Type.String())),
          /** `pluginId:key` → texts that replace the plugin's own. */
          texts: Type.Optional(
            Type.Record(Type.String(), Type.Object({ zh: Type.Optional(Type.String()), zhtw: Type.Optional(Type.String()), en: Type.Optional(Type.String()) })),
          ),
          /** Name of a record, `permission.group` → what the site changes of it (`record-overlay.schema.json`); checked when the plugin of the record is started. */
          records: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type RegistryEntry = Static<typeof registryEntrySchema>;
export type RegistryTrust = NonNullable<Static<typeof registrySchema>['trust']>;
export type RegistryFile = Static<typeof registrySchema>;

/** Life of one plugin as the administrator sees it. */
export type PluginState = 'active' | 'disabled' | 'failed' | 'incompatible' | 'modified' | 'missing' | 'conflict';
