/**
 * Tables as migrations leave them, read from their text: no database is started. It knows what our migrations write and refuses the rest by name, so that nothing
 * is left out in silence; a test compares what it reads with the tables that plugins declare.
 *
 * @typedef {{ columns: string[], table: string }} Reference foreign key: columns here, table there
 * @typedef {{ name: string, columns: string[], condition: string | null, unique: boolean }} ReadIndex that rows can be walked along in an order; columns may be expressions
 * @typedef {{ name: string, columns: string[], primaryKey: string[], references: Reference[], unique: Record<string, string[]>, indexes: ReadIndex[] }} ReadTable
 */

const NAME = '[a-z_][a-z0-9_]*';
const TABLE = `${NAME}\\.${NAME}`;
const expression = (source) => new RegExp(source, 'is'); // pattern: made of the constants above, each alternative begins with words of its own
const CREATE = expression(`^create table (?:if not exists )?(${TABLE})\\s*\\((.*)\\)$`);
const ALTER = expression(`^alter table (?:if exists )?(${TABLE})\\s+(.*)$`);
const DROP = expression(`^drop table (?:if exists )?(${TABLE}(?:\\s*,\\s*${TABLE})*)$`);
const UNIQUE_INDEX = expression(`^create unique index (?:if not exists )?(${NAME}) on (${TABLE}) (?:using ${NAME} )?\\((.*)$`);
const INDEX = expression(`^create (unique )?index (?:if not exists )?(${NAME}) on (${TABLE}) (?:using btree )?(\\(.*)$`);
const CONDITION = /\bwhere (.*)$/i;
const DROP_INDEX = expression(`^drop index (?:if exists )?${NAME}\\.(${NAME})$`);
const TABLE_RULE = expression(`^(?:constraint (${NAME}) )?(primary key|unique|foreign key|check|exclude)\\b\\s*(?:nulls not distinct\\s*)?(.*)$`);
const REFERENCES = expression(`\\breferences (${TABLE})`);
/** Actions of `alter table` after which it has the same columns, keys and references. */
const SAME_SHAPE = /^(alter column|disable trigger|enable trigger|validate constraint|set \(|reset \()/i;

/** Statements without comments and bodies of functions, blanks made one. */
function statementsOf(sql) {
  const spoken = sql.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  return splitOutside(spoken, ';')
    .map((one) => one.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}

/** Parts between separators that stand in no parenthesis and no quoted text. */
function splitOutside(text, separator) {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const letter of text) {
    if (letter === "'") quoted = !quoted;
    else if (!quoted && letter === '(') depth++;
    else if (!quoted && letter === ')') depth--;
    if (letter === separator && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** What stands in the parenthesis that a text begins with, and what comes after it. */
function inParenthesis(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return [text.slice(1, at), text.slice(at + 1)];
  }
  throw new Error(`no parenthesis ends in ${text}`);
}

const namesIn = (list) => splitOutside(list, ',').map((one) => one.split(' ')[0]);

/** A primary key, unique key or foreign key of several columns. */
function addRule(table, [, given, kind, rest]) {
  const rule = kind.toLowerCase();
  if (rule === 'check' || rule === 'exclude') return;
  const [list, after] = inParenthesis(rest);
  const columns = namesIn(list);
  if (rule === 'primary key') table.primaryKey = columns;
  if (rule === 'unique') table.unique[given ?? `${table.name.split('.')[1]}_${columns.join('_')}_key`] = columns;
  if (rule === 'foreign key') refer(table, columns, REFERENCES.exec(after)[1], given);
}

/** Names of foreign keys, by which they are dropped. */
const ruleNames = new WeakMap();

function refer(table, columns, to, given) {
  const reference = { columns, table: to };
  ruleNames.set(reference, given ?? `${table.name.split('.')[1]}_${columns.join('_')}_fkey`);
  table.references.push(reference);
}

function addColumn(table, definition) {
  const [name] = definition.split(' ');
  table.columns.push(name);
  if (/\bprimary key\b/i.test(definition)) table.primaryKey = [name];
  if (/\bunique\b/i.test(definition)) table.unique[`${table.name.split('.')[1]}_${name}_key`] = [name];
  const to = REFERENCES.exec(definition);
  if (to) refer(table, [name], to[1]);
}

function dropColumn(table, name) {
  const without = (names) => !names.includes(name);
  table.columns = table.columns.filter((one) => one !== name);
  table.references = table.references.filter(({ columns }) => without(columns));
  table.unique = Object.fromEntries(Object.entries(table.unique).filter(([, columns]) => without(columns)));
  table.indexes = table.indexes.filter(({ columns }) => without(columns));
}

function renameColumn(table, from, to) {
  const now = (columns) => columns.map((one) => (one === from ? to : one));
  table.columns = now(table.columns);
  table.indexes = table.indexes.map((index) => ({ ...index, columns: now(index.columns) }));
}

function dropRule(table, name) {
  delete table.unique[name];
  table.references = table.references.filter((reference) => ruleNames.get(reference) !== name);
}

function alter(table, action) {
  const matched = (source) => expression(`^${source}$`).exec(action); // pattern: made of the constants above
  const added = matched('add (?:column )?(?:if not exists )?(.*)');
  const rule = added && TABLE_RULE.exec(added[1]);
  const dropped = matched(`drop column (?:if exists )?(${NAME})(?: cascade)?`);
  const gone = matched(`drop constraint (?:if exists )?(${NAME})`);
  const renamed = matched(`rename column (${NAME}) to (${NAME})`);
  if (rule) addRule(table, rule);
  else if (added) addColumn(table, added[1]);
  else if (dropped) dropColumn(table, dropped[1]);
  else if (gone) dropRule(table, gone[1]);
  else if (renamed) renameColumn(table, renamed[1], renamed[2]);
  else if (!SAME_SHAPE.test(action)) throw new Error(`${table.name}: tools/docs/entities/read-migrations.mjs does not know "alter table … ${action}"`);
}

function create(name, body) {
  const table = { name, columns: [], primaryKey: [], references: [], unique: {}, indexes: [] };
  for (const part of splitOutside(body, ',')) {
    const rule = TABLE_RULE.exec(part);
    if (rule) addRule(table, rule);
    else addColumn(table, part);
  }
  return table;
}

/**
 * @param {{ file: string, sql: string }[]} migrations in the order in which they run
 * @returns {ReadTable[]} by name
 */
export function readMigrations(migrations) {
  /** @type {Map<string, ReadTable>} */
  const tables = new Map();
  const known = (name, file) => tables.get(name) ?? fail(`${file}: no migration makes ${name}`);
  for (const { file, sql } of migrations) {
    for (const statement of statementsOf(sql)) {
      const made = CREATE.exec(statement);
      const changed = ALTER.exec(statement);
      const dropped = DROP.exec(statement);
      const index = UNIQUE_INDEX.exec(statement);
      const unindexed = DROP_INDEX.exec(statement);
      if (made) tables.set(made[1], create(made[1], made[2]));
      else if (changed) for (const action of splitOutside(changed[2], ',')) alter(known(changed[1], file), action);
      else if (dropped) for (const name of dropped[1].split(/\s*,\s*/)) tables.delete(name);
      else if (index) known(index[2], file).unique[index[1]] = [...new Set(splitOutside(inParenthesis(`(${index[3]}`)[0], ',').flatMap(columnsOf))];
      else if (unindexed) for (const table of tables.values()) dropIndex(table, unindexed[1]);
      const plain = INDEX.exec(statement);
      if (plain) addIndex(known(plain[3], file), plain);
    }
  }
  return [...tables.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

function addIndex(table, [, unique, name, , rest]) {
  const [list, after] = inParenthesis(rest);
  table.indexes.push({ name, columns: splitOutside(list, ','), condition: CONDITION.exec(after)?.[1] ?? null, unique: unique !== undefined });
}

function dropIndex(table, name) {
  delete table.unique[name];
  table.indexes = table.indexes.filter((index) => index.name !== name);
}

/** `lower(account)` counts as over `account`. */
const columnOf = (part) => /^lower\((.*)\)$/i.exec(part)?.[1] ?? part.split(' ')[0];
/** A pair without an order is one over both columns. */
const columnsOf = (part) => /^(?:least|greatest)\((\w+), (\w+)\)$/i.exec(part)?.slice(1) ?? [columnOf(part)];

function fail(message) {
  throw new Error(message);
}
