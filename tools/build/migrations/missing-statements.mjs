/** The server makes these before it knows of migrations (`shell/server/db/migrations.ts`). */
const BEFORE_ALL = ['core.migration', 'core.migration_lock'];

/**
 * What tables declare and no migration makes: whole tables, columns of those that are there, and indexes for the orders of their lists. Whatever else differs (types,
 * lengths, other indexes) is a decision;
 * `tests/contracts/declared-tables.int.test.ts` names it.
 * @param {{ file: string, table: object }[]} declared
 * @param {{ name: string, columns: string[], indexes: object[] }[]} migrated
 * @returns {Map<string, { name: string, statements: string[] }>} folder of migrations → what the next one says, and what it is about
 */
export function missingStatements(declared, migrated, { addColumnSql, createTableSql, missingOrderSql }) {
  const known = new Map(migrated.map((table) => [table.name, table]));
  const missing = new Map();
  const add = (folder, subject, ...statements) => {
    const before = missing.get(folder);
    missing.set(folder, { name: before?.name ?? subject.replaceAll('_', '-'), statements: [...(before?.statements ?? []), ...statements] });
  };
  for (const { file, table } of declared.filter((one) => !BEFORE_ALL.includes(one.table.name))) {
    const [schema, name] = table.name.split('.');
    const made = known.get(table.name);
    const folder = schema === 'core' ? 'shell/server/core/migrations' : `${file.split('/').slice(0, 2).join('/')}/server/migrations`;
    if (made === undefined) {
      add(folder, name, ...createTableSql(table));
      continue;
    }
    for (const def of Object.values(table.defs))
      if (!made.columns.includes(def.physical)) add(folder, `${name}-${def.physical}`, addColumnSql(table.name, def));
    const orders = missingOrderSql(table, made.indexes);
    if (orders.length > 0) add(folder, `${name}-orders`, ...orders);
  }
  return missing;
}
