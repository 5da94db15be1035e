/** Keeps one core busy until whoever started it is gone, however that one ends: then standard input closes. */
const TURN_MS = 20;

process.stdin.on('end', () => process.exit()).on('error', () => process.exit());
process.stdin.resume();

function turn() {
  for (const until = performance.now() + TURN_MS; performance.now() < until; );
  setImmediate(turn);
}
turn();
