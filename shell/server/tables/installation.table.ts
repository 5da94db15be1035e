import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

const ofInstallation = { rowsStay: true, scope: closedDoor } as const;

/** Facts about this installation that must survive a restart. */
export const settingTable = defineTable('core.setting', { key: column.text(100), value: column.json() }, { ...ofInstallation, key: ['key'] });

/** Counters that tell cached answers apart; triggers raise `rights`. */
export const revisionTable = defineTable(
  'core.revision',
  { name: column.text(100), value: column.int(0, Number.MAX_SAFE_INTEGER) },
  { ...ofInstallation, key: ['name'] },
);

/** Numbers that people read, counted on by series and period. */
export const numberSeriesTable = defineTable(
  'core.number_series',
  { series: column.text(200), period: column.text(20), value: column.int(0, Number.MAX_SAFE_INTEGER) },
  { ...ofInstallation, key: ['series', 'period'] },
);

/** A column of a list, as somebody wants to see it. */
export interface ColumnSetting {
  prop: string;
  label: string;
  visible: boolean;
}

/** Which columns of a list a user wants to see, in which order. */
export const columnSettingTable = defineTable(
  'core.column_setting',
  { userId: column.ref('core.user_account'), moduleId: column.text(200), fields: column.json<ColumnSetting[]>() },
  { ...ofInstallation, key: ['userId', 'moduleId'] },
);

/** The part of an answer that a repeated call must get again. */
export interface KeptAnswer {
  readonly data: unknown;
  readonly msg: string;
}

/** Why an act that its caller named is never done: what a copy of it that comes later is refused with. */
export interface KeptRefusal {
  readonly refused: {
    readonly key: string;
    readonly code: number;
    readonly params: Readonly<Record<string, string | number>>;
    readonly fields: readonly string[];
  };
}

/** Acts that were done, by the key that their caller gave them. */
export const idempotencyTable = defineTable(
  'core.idempotency',
  {
    userId: column.id(),
    key: column.text(120),
    /** `POST /api/…` */
    route: column.text(500),
    bodyHash: column.text(64),
    /** Null while the act is at work, and where its handler knows what became of it. */
    answer: column.json<KeptAnswer | KeptRefusal>().nullable(),
    /** On the steady line; of an act at work it moves. */
    createdAt: column.instant(),
  },
  { ...ofInstallation, key: ['userId', 'key'] },
);
