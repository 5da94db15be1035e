import type { DataRights, OrgId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost } from '../../../tests/support/processes/plugin-host.ts';
import { patientDirectory } from '../contract/index.ts';
import patientServer from './index.ts';
import { data, patient } from './patient.fixture.ts';
import { PatientRepo } from './files/patient.repo.ts';

const ORGS: readonly OrgId[] = ['org-gz', 'org-wh'];
const SORTS = { outpatientCode: 'outpatient_code', patientAge: 'birthday', bed: 'bed', patientName: 'pinyin', lastModifyTime: 'updated_at' } as const;
const FILES = 60;

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  const patients = Array.from({ length: FILES }, (_, n) =>
    patient(`w${n}`, `${'林李罗王赵'[n % 5]}${'一二三四五六七'[n % 7]}`, {
      orgId: ORGS[n % 2] ?? 'org-gz',
      outpatientCode: `MZ-${(n * 37) % 100}`,
      birthday: `19${40 + ((n * 11) % 50)}-01-01`,
      reimWay: n % 3 === 0 ? '390' : '310',
      dialysis: null,
      patientType: 'non-dialysis',
    }),
  );
  await host.db.transaction(async () => patientServer.demo?.({ ...data, patients }, host.context('patient')));
});
afterAll(() => host.close());

const scheme: DataRights = {
  ...{ menu: 'his.patient', userId: 'user-mine', orgId: 'org-gz', orgIds: [...ORGS] },
  scope: { kind: 'schemes', conditions: [[{ logic: 'and', groups: [{ field: 'reimWay', type: 'String', op: 'Equal', value: '390' }] }]], userAndBelow: [] },
};

/** As the database expects of a table that has grown: then what a keyword finds is walked, and not found first. */
const grown = () => host.db.script("update pg_class set reltuples = 1e15, relpages = 1 where oid = 'patient.patient'::regclass");

/** The same files, asked for in one plain statement. */
async function plainly(rights: DataRights | 'all', gram: string | undefined, order: string) {
  const { rows } = await sql<{ id: string }>`select id from patient.patient where org_id = any(${ORGS}) and enabled and merged_into is null
    and (${rights === 'all'} or reim_way = '390') and (${gram === undefined} or search_grams @> array[${gram ?? ''}]) order by ${sql.raw(order)}`.execute(
    host.db.kysely,
  );
  return rows.map(({ id }) => id);
}

describe('files of several facilities', () => {
  it.each(['few are expected', 'many are expected'])(
    'are those of a plain statement, in each order, with and without a keyword and a scheme, where %s',
    async (which) => {
      if (which.startsWith('many')) await grown();
      for (const rights of ['all', scheme] as const) {
        const repo = new PatientRepo(host.context('patient'), rights);
        for (const keyword of [undefined, 'l', '李']) {
          for (const [sidx, column] of Object.entries(SORTS)) {
            const turned = column === 'birthday' ? 'desc' : 'asc';
            const wanted = await plainly(rights, keyword, `${column} ${turned}, id ${turned}`);
            expect(wanted.length).toBeGreaterThan(0);
            const { rows, total } = await repo.search({ orgIds: ORGS, keyword, sidx, sort: 'asc', currentPage: 2, pageSize: 2 });
            expect([total, rows.map(({ id }) => id)], `${sidx} ${keyword}`).toEqual([wanted.length, wanted.slice(2, 4)]);
          }
          const { ids } = await repo.idsInOrder({ orgIds: ORGS, keyword, sort: 'asc' }, 100, 0);
          expect(ids).toEqual(await plainly(rights, keyword, 'pinyin, id'));
        }
      }
    },
  );

  it('have the letters of their pieces, written with them or made by the migration for those that were there', async () => {
    const wrong = async () => {
      const { rows } = await sql<{ letter: string }>`
        select distinct letter from patient.patient, string_to_table('abcdefghijklmnopqrstuvwxyz0123456789', null) with ordinality as t (letter, at)
        where (search_grams @> array[letter]) <> (search_letters & (1::bigint << (at - 1)::int) <> 0)`.execute(host.db.kysely);
      return rows.map(({ letter }) => letter);
    };
    expect(await wrong()).toEqual([]);
    await host.db.script('update patient.patient set search_letters = 0');
    expect(await wrong()).toEqual(expect.arrayContaining(['l', 'm', '0', '9']));
    const migration = readFileSync(path.join(import.meta.dirname, 'migrations/0013-letters.sql'), 'utf8');
    await host.db.script(/^update .*?;$/ms.exec(migration)?.[0] ?? '');
    expect(await wrong()).toEqual([]);
  });

  it('are told as few or as too many, the closed among them', async () => {
    const files = host.service(patientDirectory).rowFilter(ORGS, scheme);
    const visible = await plainly(scheme, undefined, 'id');
    await host.db.script(`update patient.patient set enabled = false where id = '${visible[0]}'`);
    expect([...((await files?.few(visible.length)) ?? [])].sort()).toEqual([...visible].sort());
    expect(await files?.few(visible.length - 1)).toBeUndefined();
    expect(await files?.few(visible.length - 2)).toBeUndefined();
  });
});
