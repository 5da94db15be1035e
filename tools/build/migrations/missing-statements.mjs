/** The server makes these before it knows of migrations (`shell/server/db/migrations.ts`). */
const BEFORE_ALL = ['core.migration', 'core.migration_lock'];

/**
 * What tables declare and no migration makes: whole tables, and columns of those that are there. Whatever else differs (types, lengths, indexes) is a decision;
 * `tests/contracts/declared-tables.int.test.ts` names it.
 * @param {{ file: string, table: object }[]} declared
 * @param {{ name: string, columns: string[] }[]} migrated
 * @returns {Map<string, { name: string, statements: string[] }>} folder of migrations → what the next one says, and what it is about
 */
export function missingStatements(declared, migrated, { addColumnSql, createTableSql }) {
  const known = new Map(migrated.map((table) => [table.name, new Set(table.columns)]));
  const missing = new Map();
  const add = (folder, subject, ...statements) => {
    const before = missing.get(folder);
    missing.set(folder, { name: before?.name ?? subject.replaceAll('_', '-'), statements: [...(before?.statements ?? []), ...statements] });
  };
  for (const { file, table } of declared.filter((one) => !BEFORE_ALL.includes(one.table.name))) {
    const [schema, name] = table.name.split('.');
    const columns = known.get(table.name);
    const folder = schema === 'core' ? 'shell/server/core/migrations' : `${file.split('/').slice(0, 2).join('/')}/server/migrations`;
    if (columns === undefined) add(folder, name, ...createTableSql(table));
    else for (const def of Object.values(table.defs)) if (!columns.has(def.physical)) add(folder, `${name}-${def.physical}`, addColumnSql(table.name, def));
  }
  return missing;
}
