import { defineContract, del, fileLink, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { BACKUP_MENU, MAX_CRON, MAX_KEPT, MAX_PASSPHRASE } from './backup-limits.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id });
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const need = (button: string) => `perm:${BACKUP_MENU}:${button}` as const;

/** `waiting`: asked for, its run begins; `interrupted`: the server ended meanwhile. */
const state = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
  Type.Literal('interrupted'),
]);
/** Empty: never. `passed`: it was restored and all holds; `broken`: it was restored and a rule does not hold, or the audit log is not whole; `failed`: it cannot be restored. */
const verifyState = Type.Union([
  Type.Literal(''),
  Type.Literal('waiting'),
  Type.Literal('running'),
  Type.Literal('passed'),
  Type.Literal('broken'),
  Type.Literal('failed'),
]);

const row = Type.Object({
  id: Type.String(),
  /** Empty while there is none. */
  fileName: Type.String(),
  /** Bytes. */
  fileSize: Type.Number(),
  /** Address that answers with the file, or with a link to it; empty while there is none. */
  fileUrl: Type.String(),
  /** When it was begun, milliseconds. */
  creatorTime: Type.Integer(),
  state,
  /** 1: its time had come; 0: somebody asked for it, and it stays until somebody deletes it. */
  scheduled: flag,
  /** Who asked for it; empty when its time had come. */
  creatorUser: Type.String(),
  /** Computer whose folder it lies in. */
  host: Type.String(),
  withFiles: flag,
  rows: Type.Number(),
  files: Type.Number(),
  /** Bytes of uploaded files in it. */
  fileBytes: Type.Number(),
  milliseconds: Type.Integer(),
  /** Why there is none, in the reader's language. */
  reason: Type.String(),
  verifyState,
  /** Milliseconds; 0: never. */
  verifiedAt: Type.Integer(),
  /** What came of it, in the reader's language. */
  verifyText: Type.String(),
  /** What does not hold, `plugin: rule`. */
  broken: Type.Array(Type.String()),
});
export type BackupRow = Static<typeof row>;

const status = Type.Object({
  /** The last one that can be restored, as far as anybody knows: milliseconds; 0: none. */
  lastGoodAt: Type.Integer(),
  /** Moment that should have left a newer one, milliseconds; 0: none is late. */
  lateSince: Type.Integer(),
  /** Of the timetable: milliseconds; 0: it is off. */
  nextAt: Type.Integer(),
  folder: Type.String(),
  host: Type.String(),
  /** Zero where the system does not tell. */
  availableBytes: Type.Number(),
  databaseBytes: Type.Number(),
  /** On the embedded engine others wait while its files are copied. */
  embedded: Type.Boolean(),
  /** `environment`: BACKUP_PASSPHRASE; `kept`: sealed in the database; `unreadable`: sealed with another key; `none` */
  passphrase: Type.Union([Type.Literal('environment'), Type.Literal('kept'), Type.Literal('unreadable'), Type.Literal('none')]),
  /** What is under way; null: nothing. */
  run: Type.Union([
    Type.Null(),
    Type.Object({
      runId: Type.String(),
      work: Type.Union([Type.Literal('make'), Type.Literal('verify')]),
      /** `rows`, `files`, `load`, `rules`; empty while it begins. */
      step: Type.String(),
      done: Type.Number(),
      total: Type.Union([Type.Number(), Type.Null()]),
      startedAt: Type.Integer(),
    }),
  ]),
});
export type BackupStatus = Static<typeof status>;

/** What is set about backups, and its limits. */
export const keptFields = {
  enabled: flag,
  /** Five fields: minute hour day month weekday, in business time. */
  cron: Type.String({ minLength: 1, maxLength: MAX_CRON }),
  withFiles: flag,
  /** Each backup of the timetable is restored into a scratch database. */
  verifyAfter: flag,
  keepDays: Type.Integer({ minimum: 1, maximum: MAX_KEPT.days }),
  keepWeeks: Type.Integer({ minimum: 0, maximum: MAX_KEPT.weeks }),
  keepMonths: Type.Integer({ minimum: 0, maximum: MAX_KEPT.months }),
};
const settings = Type.Object({ ...keptFields, version: Type.Integer() });
export type BackupSettings = Static<typeof settings>;

/** Copies of the whole database (wire facts 15, spec 2.5-06). They belong to the installation: system administrators alone have them. */
export const backupContract = defineContract('dataBackup', {
  list: get('/api/system/DataBackup', {
    summary: 'Backups, newest first; `keyword` is looked for in names of files',
    need: `perm:${BACKUP_MENU}`,
    audit: 'none',
    query: Type.Object({
      currentPage: pageQuery.currentPage,
      pageSize: pageQuery.pageSize,
      keyword: pageQuery.keyword,
      state: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    reply: pageOf(row),
  }),
  status: get('/api/system/DataBackup/Actions/Status', {
    summary: 'Age of the last good backup, timetable, room, and what is under way',
    need: `perm:${BACKUP_MENU}`,
    audit: 'none',
    reply: status,
  }),
  start: post('/api/system/DataBackup', {
    summary:
      'Begins a backup; with uploaded files where the settings say so; refused while one is under way, and without a passphrase. It stays until somebody deletes it',
    need: need('btn_add'),
    audit: 'security',
    retry: 'idempotent-key',
    reply: Type.Object({ id: Type.String() }),
  }),
  verify: post('/api/system/DataBackup/{id}/Actions/Verify', {
    summary: 'Restores a backup into a scratch database, which is dropped afterwards, and looks whether all holds',
    need: need('btn_verify'),
    audit: 'security',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
  cancel: post('/api/system/DataBackup/Actions/Cancel', {
    summary: 'Ends what is under way at its next safe place; nothing half done is left',
    need: need('btn_add'),
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ runId: id }),
    reply: Type.Null(),
  }),
  download: get('/api/system/DataBackup/{id}/Actions/Download', {
    summary: 'The file of a backup. Without its passphrase nobody reads it',
    need: need('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    params,
    reply: fileLink,
  }),
  remove: del('/api/system/DataBackup/{id}', {
    summary: 'Deletes a backup and its file',
    need: need('btn_remove'),
    audit: 'security',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
  settings: get('/api/system/DataBackup/Actions/Settings', {
    summary: 'Timetable of backups and how long they are kept; never the passphrase',
    need: need('btn_edit'),
    audit: 'none',
    reply: settings,
  }),
  saveSettings: put('/api/system/DataBackup/Actions/Settings', {
    summary:
      'Changes them. A passphrase that is sent is kept sealed from then on; an empty one leaves that which is kept. Earlier backups need the one they were made with',
    need: need('btn_edit'),
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ ...keptFields, passphrase: Type.Optional(Type.String({ maxLength: MAX_PASSPHRASE })), version: Type.Integer() }),
    reply: Type.Object({ version: Type.Integer() }),
  }),
});

/** The same call for a page that wants an address: the file may be larger than the memory of a browser. */
export const downloadAddress = { ...backupContract.routes.download, raw: undefined } as const;
