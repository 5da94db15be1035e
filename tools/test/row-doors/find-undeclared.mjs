const MADE = /\bcreate table (?:if not exists )?([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)/gi;
const DROPPED = /\bdrop table (?:if exists )?([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)/gi;
const DECLARED = /\bdefineTable\(\s*'([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)'/g;

const namesOf = (pattern, text) => [...text.matchAll(pattern)].map(({ 1: name, index }) => ({ name, line: text.slice(0, index).split('\n').length }));
/** SQL without its comments, line for line. */
const spoken = (sql) => sql.replace(/--.*$/gm, '');

/** Names of the tables that a source file declares. */
export const declaredIn = (code) => namesOf(DECLARED, code).map(({ name }) => name);

/** Where tables of a migration are declared. */
const placeOf = (file) => (file.startsWith('shell/') ? 'shell/server/tables' : "the plugin's server half");

/**
 * Tables that nobody declares.
 * @param {{ file: string, sql: string }[]} migrations of the shell and of all plugins
 * @param {readonly string[]} declared
 * @returns {{ file: string, line: number, problem: string }[]}
 */
export function undeclaredTables(migrations, declared) {
  const made = migrations.flatMap(({ file, sql }) => namesOf(MADE, spoken(sql)).map((one) => ({ file, ...one })));
  const gone = new Set(migrations.flatMap(({ sql }) => namesOf(DROPPED, spoken(sql)).map(({ name }) => name)));
  return made
    .filter(({ name }) => !gone.has(name) && !declared.includes(name))
    .map(({ file, line, name }) => ({
      file,
      line,
      problem: `${name} is not declared: write \`defineTable('${name}', …)\` in a \`*.table.ts\` of ${placeOf(file)} (plugin-sdk/README.md, Tables) and read it through its door`,
    }));
}
