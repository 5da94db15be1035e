import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { type RecordChange, requireSystemAdministrator, type ServedRecord, serveRecord } from '@nephra/plugin-sdk/server';
import { dataSource, dataSourceContract } from '../../contract/source/data-source.contract.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import { dataSourceTable, sourceSecretTable } from '../tables/source.table.ts';
import type { Ctx, DataDb } from '../tables/tables.ts';
import { obstacleOf } from './read-source.ts';
import { testSource } from './test-source.ts';

type Change = RecordChange<(typeof dataSourceTable)['columns']>;

const secretOf = (ctx: Ctx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : sourceSecretTable
        .everywhere(ctx, 'whether there is a password, not which')
        .where('row.sourceId', 'in', [...ids])
        .execute();
const given = ({ sent }: Change): string => (typeof sent.password === 'string' ? sent.password : '');

/** @throws AppError `data.source-password-again`: what is kept would be told to another server */
async function assertMay(ctx: Ctx, change: Change): Promise<void> {
  const { before, after } = change;
  if (!before || !after || given(change) !== '') return;
  if (before.host === after.host && before.port === after.port) return;
  if ((await secretOf(ctx, [before.id])).length > 0)
    throw new AppError('data.source-password-again', { code: EnvelopeCode.Invalid, fields: [{ path: 'password', msg: '' }] });
}

async function keepPassword(ctx: Ctx, change: Change, row: { readonly id: string }): Promise<void> {
  const password = given(change);
  if (change.act === 'remove') {
    // rows: the password of the row that goes, under its lock
    await ctx.db.deleteFrom('data.source_secret').where('source_id', '=', row.id).execute();
  } else if (password !== '') {
    const sealed = ctx.secrets.seal(password);
    await ctx.db
      .insertInto('data.source_secret')
      .values({ source_id: row.id, password: sealed })
      .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ password: sealed }))
      .execute();
  }
}

const served: ServedRecord = serveRecord<DataDb>()(dataSourceContract, dataSourceTable, {
  fields: {
    // It comes in and never goes out; `after` seals it.
    password: { read: () => '', write: async () => ({}) },
  },
  async shown(ctx, rows) {
    const kept = new Set(
      (
        await secretOf(
          ctx,
          rows.map(({ id }) => id),
        )
      ).map(({ sourceId }) => sourceId),
    );
    return rows.map((row) => {
      const found = obstacleOf(ctx, row);
      const obstacle = found ?? (kept.has(row.id) ? undefined : 'source-no-password');
      const params = { name: row.fullName, type: row.dbType, host: row.host, port: row.port };
      return {
        passwordSet: kept.has(row.id) ? 1 : 0,
        reachable: found ? 0 : 1,
        // text: one of the three keys of `obstacleOf` and this place
        obstacle: obstacle ? ctx.text(`errors.data.${obstacle}`, params) : '',
      };
    });
  },
  keeps: async (ctx) => ctx.user.isAdministrator,
  check: assertMay,
  after: keepPassword,
  more: {
    async selector(_input, ctx) {
      requireSystemAdministrator(ctx);
      const rows = await dataSourceTable
        .select(ctx, 'one')
        .where('one.enabled', '=', true)
        .orderBy('one.sortCode')
        .orderBy('one.fullName')
        .orderBy('one.id')
        .execute();
      const kinds = dataSource.fields.find(({ name }) => name === 'dbType')?.choices ?? [];
      const own = { id: OWN_SOURCE, fullName: ctx.text('source.own'), parentId: 'own', dbType: 'PostgreSQL', usable: true };
      const groups = kinds.map(({ value, label }) => ({
        ...{ id: value, fullName: label[ctx.language], parentId: '-1' },
        children: rows
          .filter(({ dbType }) => dbType === value)
          .map((row) => ({ id: row.id, fullName: row.fullName, parentId: value, dbType: value, usable: obstacleOf(ctx, row) === undefined })),
      }));
      return {
        list: [{ id: 'own', fullName: ctx.text('source.ownGroup'), parentId: '-1', children: [own] }, ...groups.filter(({ children }) => children.length > 0)],
      };
    },
    test({ body }, ctx) {
      requireSystemAdministrator(ctx);
      return testSource(ctx, body);
    },
  },
});

type Read = (input: { readonly query?: object }, ctx: Ctx) => unknown;
const { list, one } = served.handlers as unknown as Readonly<Record<'list' | 'one', Read>>;

/** Hosts and names of users are of the installation: whoever was given the page at one organisation finds none. */
export const sourceRoutes: ServedRecord = {
  ...served,
  handlers: {
    ...served.handlers,
    list: ((input, ctx) => (ctx.user.isAdministrator ? list(input, ctx) : { ...toPage([], 0, input.query ?? {}), keeps: false })) satisfies Read as never,
    one: ((input, ctx) => {
      requireSystemAdministrator(ctx);
      return one(input, ctx);
    }) satisfies Read as never,
  },
};
