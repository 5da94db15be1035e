/** Words after which a table's name stands. `into` is none of them: what is added is nobody's row yet. */
const BEFORE_TABLES = new Set(['from', 'join', 'update', 'using']);
/** May stand between such a word and the name. */
const BETWEEN = new Set(['only', 'lateral']);
const WORD_START = /[a-z_"]/i;
const WORD = /[a-z0-9_."]/i;

/**
 * Tables that a text of SQL reads, changes or deletes from, by their own name. Comments and texts in it say nothing.
 * @returns {{ table: string, at: number, changes: boolean }[]} `at`: offset of the name in the text
 */
export function tablesInSql(sql) {
  const found = [];
  let expected = false;
  /** Inside a list of tables after `from`: `from a.b, c.d`. */
  let listed = false;
  let changes = false;
  let before = '';
  for (const { word, at } of wordsOf(sql)) {
    const lower = word.toLowerCase();
    if (lower === ',') expected = listed;
    else if (BEFORE_TABLES.has(lower)) {
      changes = lower === 'update' || before === 'delete';
      [expected, listed] = [true, lower === 'from' || lower === 'using'];
    } else if (expected && BETWEEN.has(lower)) continue;
    else {
      const table = lower.replaceAll('"', '');
      if (expected && table.includes('.')) found.push({ table, at, changes });
      // `as b` after a name keeps the list; any other word of the language ends it.
      listed = listed && (expected || !CLAUSES.has(lower));
      expected = false;
    }
    before = lower;
  }
  return found;
}

const CLAUSES = new Set(['where', 'group', 'order', 'having', 'limit', 'set', 'select', 'on', 'union', 'returning', 'values', '(', ')', ';']);

function* wordsOf(sql) {
  for (let at = 0; at < sql.length; ) {
    const end = endOfSilence(sql, at);
    if (end > at) at = end;
    else if (WORD_START.test(sql[at])) {
      let stop = at + 1;
      while (stop < sql.length && WORD.test(sql[stop])) stop += 1;
      yield { word: sql.slice(at, stop), at };
      at = stop;
    } else {
      if (sql[at].trim() !== '') yield { word: sql[at], at };
      at += 1;
    }
  }
}

/** Where a comment or a text in quotes that begins here ends; the same place where none begins. */
function endOfSilence(sql, at) {
  const after = (mark, from) => {
    const found = sql.indexOf(mark, from);
    return found === -1 ? sql.length : found + mark.length;
  };
  if (sql.startsWith('--', at)) return after('\n', at);
  if (sql.startsWith('/*', at)) return after('*/', at + 2);
  return sql[at] === "'" ? after("'", at + 1) : at;
}
