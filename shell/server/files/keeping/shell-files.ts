import type { Extension, FileHolder } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';

/** Files that rows of the shell itself name: pictures of people, whose type is nobody else's, and those of the configuration. */
export const shellFiles = (db: Kysely<CoreTables>): Extension<FileHolder> => ({
  pluginId: 'core',
  value: {
    types: ['userAvatar'],
    async held(ids) {
      if (ids.length === 0) return [];
      const list = sql.join(ids.map((id) => sql`${id}::text`));
      const { rows } = await sql<{ id: string }>`
        select asked.id from unnest(array[${list}]) as asked (id)
        where exists (select from core.user_account as person where person.head_icon = '/api/file/Image/userAvatar/' || asked.id)
           or exists (select from core.setting as setting where strpos(setting.value::text, asked.id) > 0)
      `.execute(db);
      return rows.map(({ id }) => id);
    },
  },
});
