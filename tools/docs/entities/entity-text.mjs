/** ENTITIES.md out of tables. */

const HEAD = `# Entities

Tables as the migrations leave them, written by \`node tools/docs/write-entities.mjs\`; a test fails when this page is older than they are. What the columns mean is said where
tables are declared (\`*.table.ts\` of each plugin, \`plugin-sdk/decisions/tables-declared-once.md\`) and, for the important ones, on the page of each plugin (\`plugins/<id>/README.md\`).

- *key*: primary key. *unique*: further unique indexes; some count live or standing rows alone.
- *refers to*: foreign keys. They never leave a schema: a plugin may be off while another one's rows stay.
- *names*: columns that hold an id without a foreign key, of a row of another plugin or of one that may be gone.
- *rows*: what ten years bring (\`tableSizes\`); *grows*: no statement may read it whole.
`;

const short = (name) => name.split('.')[1];
const code = (names) => names.map((name) => `\`${name}\``).join(', ');
const AN_ID = /^(?!.*search).*_ids?$/;

/** Ids that no foreign key and no primary key of one column explains. */
function namedIds({ columns, references, primaryKey }) {
  const held = new Set(references.flatMap((reference) => reference.columns));
  const own = primaryKey.length === 1 ? primaryKey[0] : '';
  return columns.filter((name) => AN_ID.test(name) && !held.has(name) && name !== own);
}

function rowOf(table) {
  const { size } = table;
  return [
    `\`${short(table.name)}\``,
    `${table.columns.length}`,
    code(table.primaryKey),
    Object.values(table.unique)
      .map((columns) => `(${columns.join(', ')})`)
      .join(' '),
    table.references.map((to) => `${code(to.columns)} → ${short(to.table)}`).join('; '),
    code(namedIds(table)),
    size ? `${size.rows.toLocaleString('en')}${size.grows ? ', grows' : ''}` : '',
  ].join(' | ');
}

/** Arrows of foreign keys; `||` is who is named, `o{` who names. */
function diagramOf(tables) {
  const arrows = tables.flatMap(({ name, references }) => references.map((to) => `  ${short(to.table)} ||--o{ ${short(name)} : "${to.columns.join(', ')}"`));
  return arrows.length === 0 ? [] : ['```mermaid', 'erDiagram', ...new Set(arrows), '```', ''];
}

/**
 * @param {import('./repository-tables.mjs').Part[]} parts
 * @returns {string}
 */
export function entityText(parts) {
  const sections = parts.map(({ title, folder, tables }) =>
    [
      `## ${title}`,
      '',
      `${tables.length} tables of the schema \`${tables[0]?.name.split('.')[0]}\`, from \`${folder}\`.`,
      '',
      ...diagramOf(tables),
      '| table | columns | key | unique | refers to | names | rows |',
      '|---|---|---|---|---|---|---|',
      ...tables.map((table) => `| ${rowOf(table)} |`),
      '',
    ].join('\n'),
  );
  return `${HEAD}\n${sections.join('\n')}`;
}
