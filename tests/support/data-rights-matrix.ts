import { type Contract, type DataScope, EnvelopeCode, isAppError, type Route } from '@nephra/plugin-sdk/contract';
import type { RawReply, SessionUser } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import type { HostedCall, PluginHost } from './processes/plugin-host.ts';

/** A row of the model that two people see differently. */
export interface VisibilityRow {
  readonly id: string;
  /** Text that answers speak of when they speak of this row, and of no other. */
  readonly marker: string;
}

/**
 * - `rows`: a list, a page or a workbook; hidden rows are not in it.
 * - `one`: asked for by id; a hidden row answers 404.
 * - `figures`: sums and counts; with no row visible they are those of a facility without any.
 * - `act`: a write by id; on a hidden row it answers 404 and changes nothing.
 */
export type VisibilityKind = 'rows' | 'one' | 'figures' | 'act';

export interface VisibilityCase<Row extends VisibilityRow> {
  readonly kind: VisibilityKind;
  readonly call: (row: Row) => HostedCall;
  /** What must be zero, where an answer carries more than rows or figures of the model. Default: its list is empty, its figures those of an empty facility. */
  readonly sum?: (answer: string) => number;
}

export interface VisibilityMatrix<Row extends VisibilityRow> {
  readonly host: () => PluginHost;
  readonly plugin: string;
  readonly contracts: readonly Contract[];
  readonly menu: string;
  readonly user: SessionUser;
  readonly mine: () => Row;
  readonly theirs: () => Row;
  /** By `<contract>.<route>`, or several for one route as `<contract>.<route> (…)`. */
  readonly cases: Readonly<Record<string, VisibilityCase<Row>>>;
  /** Routes that answer no row of the model, and why. */
  readonly apart: Readonly<Record<string, string>>;
}

const ALL: DataScope = { kind: 'organisation' };
const NONE: DataScope = { kind: 'schemes', conditions: [], userAndBelow: [] };
export const OWN_ROWS: DataScope = {
  kind: 'schemes',
  conditions: [[{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userId' }] }]],
  userAndBelow: [],
};

const isRaw = (reply: unknown): reply is RawReply => typeof reply === 'object' && reply !== null && 'content' in reply && 'contentType' in reply;

/** What an answer says, and how many rows it lists; workbooks without their header. */
async function read(reply: unknown): Promise<{ text: string; rows: number | undefined; total: number | undefined }> {
  if (isRaw(reply)) {
    const [sheet] = await readXlsx(reply.content);
    const rows = sheet?.rows.slice(1) ?? [];
    return { text: JSON.stringify(rows), rows: rows.length, total: undefined };
  }
  const { list, pagination } = (reply ?? {}) as { list?: unknown[]; pagination?: { total: number } };
  return { text: JSON.stringify(reply), rows: list?.length, total: pagination?.total };
}

const NOT_FOUND = 'not found';

/** Tests of every route of a plugin that answers rows of one model: all, none, only one's own. A route that nobody decided on fails. */
export function describeVisibleRows<Row extends VisibilityRow>(matrix: VisibilityMatrix<Row>): void {
  const { plugin, contracts, menu, user, mine, theirs, cases, apart } = matrix;
  const routes = new Map<string, Route>(
    contracts.flatMap(({ name, routes: own }) => Object.entries(own).map(([key, route]): [string, Route] => [`${name}.${key}`, route])),
  );

  const ask = async (route: Route, call: HostedCall, scope: DataScope, by: SessionUser = user) => {
    try {
      const answer: unknown = await matrix.host().call(plugin, route, { ...call, user: by, dataScope: (code) => (code === menu ? scope : ALL) });
      return await read(answer);
    } catch (error) {
      if (isAppError(error) && error.code === EnvelopeCode.NotFound) return NOT_FOUND;
      throw error;
    }
  };
  const text = (answer: Awaited<ReturnType<typeof ask>>): string => (answer === NOT_FOUND ? '' : answer.text);

  describe(`[6-05] data rights on ${menu}`, () => {
    it('every route is decided on', () => {
      const decided = [...Object.keys(cases).map((name) => name.split(' ')[0] ?? ''), ...Object.keys(apart)];
      expect([...routes.keys()].filter((name) => !decided.includes(name))).toEqual([]);
      expect(decided.filter((name) => !routes.has(name))).toEqual([]);
    });

    for (const [name, { kind, call, sum }] of Object.entries(cases)) {
      const route = routes.get(name.split(' ')[0] ?? '');
      if (!route) continue;

      if (kind !== 'act' && kind !== 'figures') {
        it(`${name}: without data rights it speaks of both`, async () => {
          expect(text(await ask(route, call(mine()), ALL))).toContain(mine().marker);
          expect(text(await ask(route, call(theirs()), ALL))).toContain(theirs().marker);
        });
        it(`${name}: own rows only`, async () => {
          const own = text(await ask(route, call(mine()), OWN_ROWS));
          expect(own).toContain(mine().marker);
          expect(own).not.toContain(theirs().marker);
          const other = await ask(route, call(theirs()), OWN_ROWS);
          expect(text(other)).not.toContain(theirs().marker);
          if (kind === 'one') expect(other).toBe(NOT_FOUND);
        });
      }
      it(`${name}: no scheme, no rows`, async () => {
        for (const row of [mine(), theirs()]) {
          const answer = await ask(route, call(row), NONE);
          if (kind === 'one' || kind === 'act') expect(answer).toBe(NOT_FOUND);
          else if (kind === 'figures' && sum) expect(sum(text(answer))).toBe(0);
          else if (kind === 'figures') expect(answer).toEqual(await ask(route, call(row), ALL, { ...user, orgId: 'org-empty', orgIds: ['org-empty'] }));
          else {
            if (!sum) expect(text(answer)).not.toContain(row.marker);
            if (answer !== NOT_FOUND) expect(sum ? [sum(answer.text)] : [answer.rows ?? 0, answer.total ?? 0]).toEqual(sum ? [0] : [0, 0]);
          }
        }
      });
      if (kind === 'act') it(`${name}: a hidden row cannot be changed`, async () => expect(await ask(route, call(theirs()), OWN_ROWS)).toBe(NOT_FOUND));
      if (kind === 'figures') {
        it(`${name}: own rows count alone`, async () => {
          const [own, all, none] = [await ask(route, call(mine()), OWN_ROWS), await ask(route, call(mine()), ALL), await ask(route, call(mine()), NONE)];
          expect(own).not.toEqual(all);
          expect(own).not.toEqual(none);
        });
      }
    }
  });
}
