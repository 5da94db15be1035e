import { bare, isCall, isFunction, lastName, memberOf, numberOf, within } from './syntax.mjs';

const FIX = 'listen on port 0 and ask which one it became';
/** Below it nobody listens by chance; tests call such a port to find nobody. */
const FIRST_OPEN_PORT = 1024;
const CONNECTING = ['fetch', 'goto', 'connect', 'createConnection', 'request'];
const LOOPBACK = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost|\[::1\]):(\d+)/;

/** Ports that another process may hold: named in the test, or found free and used later. */
export function fixedPorts(source) {
  return source.nodes.flatMap((node) => {
    const found = (what, at = node) => [{ start: at.start, what, fix: FIX }];
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const port = portGiven(source, node);
      if (port) return found(`uses the fixed port ${port}`);
      if (isCall(node, 'close') && node.arguments.some(handsOnPort)) return found('finds a port that is free and uses it later');
    }
    if (node.type === 'Property' && (node.key.name ?? node.key.value) === 'PORT' && /^[1-9]\d*$/.test(String(bare(node.value)?.value)))
      return found(`uses the fixed port ${node.value.value}`);
    return [];
  });
}

function portGiven(source, call) {
  const [first] = call.arguments;
  const name = lastName(call.callee);
  const listens = name === 'listen' || /^start[A-Z]/.test(name);
  const port =
    listens || CONNECTING.includes(name)
      ? (numberOf(source, memberOf(first, 'port')) ?? (/^(listen|connect)$/.test(name) ? numberOf(source, first) : undefined))
      : undefined;
  const address = CONNECTING.includes(name) || name === 'WebSocket' ? LOOPBACK.exec(String(bare(first)?.value ?? '')) : null;
  const fixed = port ?? Number(address?.[3] ?? 0);
  return fixed >= FIRST_OPEN_PORT ? fixed : 0;
}

const handsOnPort = (done) => isFunction(done) && within(done.body).some(({ type, name }) => type === 'Identifier' && name === 'port');
