import { closedDoor, column, defineTable, type SettingValue, type StoredOf } from '@nephra/plugin-sdk/server';

const kept = { rowsStay: true, scope: closedDoor } as const;
const pluginId = () => column.text(100);

/** What is remembered of a plugin between starts. */
export const pluginStateTable = defineTable(
  'core.plugin_state',
  {
    pluginId: pluginId(),
    version: column.text(100),
    dirName: column.text(500),
    previousVersion: column.text(100),
    previousDirName: column.text(500),
    /** Hash of the contributions that core.menu holds; equal = nothing to do at start. */
    menuStamp: column.text(64),
    /** `GET /api/…` of each route when it last ran. */
    routes: column.json<readonly string[]>(),
    demoLoaded: column.flag(),
    updatedAt: column.instant(),
  },
  { ...kept, key: ['pluginId'] },
);
export interface StoredState extends StoredOf<typeof pluginStateTable> {}

/** Faults of plugins, for administrators. */
export const pluginReportTable = defineTable(
  'core.plugin_report',
  {
    id: column.id(),
    pluginId: pluginId(),
    version: column.text(100),
    createdAt: column.instant(),
    /** A route, an event, a job, a page of the browser. */
    place: column.text(200),
    kind: column.text(40),
    message: column.text(2_000),
    userName: column.text(200),
    requestId: column.text(200),
  },
  kept,
);

/** What plugins did that ended the server. */
export const pluginStrikeTable = defineTable(
  'core.plugin_strike',
  {
    id: column.id(),
    pluginId: pluginId(),
    version: column.text(100),
    kind: column.text(40),
    /** Function that ran. */
    place: column.text(200),
    /** Of the steady line. */
    createdAt: column.instant(),
  },
  kept,
);

/** A value that somebody set on the page of plugin settings. */
export interface SetValue {
  readonly value: SettingValue;
  /** The value of a secret, sealed for its plugin. */
  readonly sealed?: true;
  /** Id and name of who set it. */
  readonly by: string;
  readonly byName: string;
  /** Milliseconds, as the clock on the wall showed. */
  readonly at: number;
}
export type SetValues = Readonly<Record<string, SetValue>>;

/** One row for what is saved together: a plugin's values of the installation or of one organisation. */
export const pluginSettingTable = defineTable(
  'core.plugin_setting',
  {
    pluginId: pluginId(),
    /** Empty: the installation. */
    orgId: column.text(64),
    /** What is not among them is as registry.json or the plugin says. */
    setValues: column.json<SetValues>(),
    version: column.int(1, 2_000_000_000),
  },
  { ...kept, key: ['pluginId', 'orgId'] },
);

/** Texts of registry.json that were in force. */
export const registryRevisionTable = defineTable(
  'core.registry_revision',
  { revision: column.text(100), content: column.text(100_000_000), createdAt: column.instant() },
  { ...kept, key: ['revision'] },
);
