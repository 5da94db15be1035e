/**
 * What a package may do that must harm nobody: line → route of its package, and its body where it is a write. Those that end a process have
 * packages of their own, one for each time that they are measured: after three ends one is put aside.
 */
export const LINES = [
  { line: 'errors that escape', route: 'late' },
  { line: 'process.exit', route: 'exit' },
  { line: '40,000 lines of log', route: 'chatter' },
  { line: '40,000 lines past its log', route: 'console' },
  { line: 'an answer of 40 MB', route: 'flood' },
  { line: 'an answer nested without end', route: 'deep' },
  { line: 'files, programs, sockets', route: 'files' },
  { line: 'a million events', route: 'tells', own: true },
  { line: 'questions without end', route: 'asks', own: true },
  { line: 'an answer that never comes', route: 'never', own: true },
  { line: 'a transaction that is never ended', route: 'keep', body: {}, own: true },
  { line: 'a transaction that asks without end', route: 'occupy', body: {}, own: true },
  { line: 'a statement without end', route: 'endless', own: true },
  { line: 'a loop without end', route: 'hold', own: true },
  { line: 'memory without end', route: 'leak', own: true },
  { line: 'a pattern without end', route: 'pattern', body: { text: `${'a'.repeat(60)}!` }, own: true },
];

/** BENCH_LINES=keep,hold: these alone, by their route. */
const wanted = process.env.BENCH_LINES?.split(',');
export const MEASURED = LINES.filter(({ route }) => wanted?.includes(route) ?? true);

/** Package of a line when it is measured for the n-th time. */
export const packageOf = ({ route, own }, round) => (own ? `bad-${route}-${round}` : 'bad');
