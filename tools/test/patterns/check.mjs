import { analyse } from 'scslre';
import { withoutExcused } from '../excused-findings.mjs';
import { bare, nameOf, readSource } from '../waiting/syntax.mjs';

const FIX = 'bound the repetition ({0,80}), let neighbours share no sign, anchor it with ^, or look for the sign with indexOf';

/**
 * What a file says that has a regular expression, or an excuse for one: a slash that begins neither a comment nor an end tag and follows no name, quote,
 * dot or bracket, as those of addresses and of divisions written together do. The others need not be read.
 */
const SAYS_PATTERN = /RegExp|pattern:|(?:^|[^\w$)\]'"`.</*])\/(?![/*])|\b(?:return|typeof|case)\//m;

/**
 * Regular expressions of this file that take more than linear time over a text that somebody else wrote, and those that cannot be judged
 * because they are put together while the program runs, unless `// pattern: <reason>` excuses them.
 * @returns {string[]} one line per finding: place, what, what to do instead
 */
export function checkPatterns(file, text) {
  if (!SAYS_PATTERN.test(text)) return [];
  const source = readSource(file, text);
  return withoutExcused(file, text, source, { word: 'pattern', why: 'why no foreign text can make it slow', findings: source.nodes.flatMap(findingsIn) });
}

function findingsIn(node) {
  if (node.type === 'Literal' && node.regex) return slowParts(node.start, node.regex.pattern, node.regex.flags);
  const called = node.type === 'NewExpression' || node.type === 'CallExpression' ? nameOf(node.callee) : '';
  if (called !== 'RegExp' && called !== 'globalThis.RegExp') return [];
  const [pattern, flags] = node.arguments;
  const text = stringOf(pattern);
  // A pattern that is only copied was looked at where it is written.
  if (text === undefined)
    return bare(pattern)?.type === 'Literal' ? [] : [{ start: node.start, what: 'a pattern is put together while the program runs', fix: FIX }];
  return slowParts(node.start, text, stringOf(flags) ?? '');
}

/** A text that is written out in one piece. */
function stringOf(node) {
  const plain = bare(node);
  if (plain?.type === 'Literal' && typeof plain.value === 'string') return plain.value;
  return plain?.type === 'TemplateLiteral' && plain.expressions.length === 0 ? plain.quasis[0].value.cooked : undefined;
}

function slowParts(start, pattern, flags) {
  const { reports } = analyse({ source: pattern, flags });
  return reports.slice(0, 1).map(({ exponential, character, type }) => ({
    start,
    what: `/${pattern}/ takes ${exponential ? 'exponential' : 'more than linear'} time over a row of ${JSON.stringify(character.pick)} (${WHY[type]})`,
    fix: FIX,
  }));
}

const WHY = {
  Trade: 'two repetitions can share the same signs',
  Self: 'a repetition within a repetition',
  Move: 'a repetition that is tried again from every place of the text',
};
