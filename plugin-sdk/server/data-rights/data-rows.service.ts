import { type Kysely, sql } from 'kysely';
import { type DataFieldType, type DataRights, defineService, type ServiceToken } from '../../contract/index.ts';
import type { ServerContext } from '../context.ts';
import type { DataModel } from './data-model.ts';
import { visibleRows } from './visible-rows.ts';

/** Says what data rights come to on the rows of a menu. */
export interface DataRows {
  /** Fields that schemes may name. */
  readonly fields: Readonly<Record<string, DataFieldType>>;
  /** Rows of the organisations in all, and those that these rights show. */
  count(rights: DataRights): Promise<{ readonly total: number; readonly visible: number }>;
}

/** Offered for every model in `dataModels` of a server plugin. */
export const dataRows = (menu: string): ServiceToken<DataRows> => defineService<DataRows>(`data-rows.${menu}@1`);

export function dataRowsOf<DB>(ctx: ServerContext<DB>, model: DataModel): DataRows {
  return {
    fields: Object.fromEntries(Object.entries(model.fields).map(([code, { type }]) => [code, type])),
    async count(rights) {
      const seen = visibleRows(ctx, model, { rights });
      const own = visibleRows(ctx, model, { rights: { ...rights, scope: { kind: 'organisation' } } });
      const listed = typeof model.listed === 'function' ? model.listed(rights.orgIds) : (model.listed ?? sql`true`);
      const { rows } = await sql<{ total: string; visible: string }>`
        select count(*) as total, count(*) filter (where ${seen}) as visible from ${sql.table(model.table)} where ${own} and ${listed}`.execute(
        ctx.db as Pick<Kysely<DB>, 'getExecutor'>,
      );
      return { total: Number(rows[0]?.total ?? 0), visible: Number(rows[0]?.visible ?? 0) };
    },
  };
}
