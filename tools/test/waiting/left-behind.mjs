import { bare, isCall, isFunction, lastName, nameOf, within } from './syntax.mjs';

const AFTER = ['afterEach', 'afterAll', 'onTestFinished'];
const ENDS = { stubGlobal: 'unstubAllGlobals', stubEnv: 'unstubAllEnvs', useFakeTimers: 'useRealTimers', setSystemTime: 'useRealTimers' };
const WORLD = /^(process\.env|globalThis|window|global|[A-Z]\w*\.prototype)$/;
/** React's own switch; whoever draws sets it first. */
const HARMLESS = new Set(['IS_REACT_ACT_ENVIRONMENT']);

/** Changes of environment, globals, clock and prototypes that nothing takes back: files that run later in the same thread meet them. */
export function leftBehind(source) {
  const cleaning = new Set(source.nodes.filter((node) => isCleaning(source, node)).flatMap((node) => within(node)));
  const own = new Set(source.nodes.filter(({ type }) => type === 'ClassDeclaration').map(({ id }) => `${id?.name}.prototype`));
  const undone = new Set([...cleaning].flatMap((node) => [placeOf(node), isCall(node, ...Object.values(ENDS)) ? lastName(node.callee) : '']));
  return source.nodes
    .filter((node) => !cleaning.has(node))
    .flatMap((node) => {
      const place = placeOf(node);
      if (place && !undone.has(place) && !own.has(place.slice(0, place.lastIndexOf('.'))))
        return [{ start: node.start, what: `${place} stays changed for the files that follow`, fix: 'put it back in onTestFinished, afterEach or `finally`' }];
      const end = isCall(node, ...Object.keys(ENDS)) && nameOf(node.callee).startsWith('vi.') ? ENDS[lastName(node.callee)] : undefined;
      if (end && !undone.has(end))
        return [
          {
            start: node.start,
            what: `${lastName(node.callee)} lasts for the files that follow`,
            fix: `call vi.${end}() in onTestFinished, afterEach or \`finally\``,
          },
        ];
      return [];
    });
}

/** Runs however the test ends: hooks, `finally`, and the function that a global set-up answers. */
function isCleaning({ parentOf }, node) {
  if (isCall(node, ...AFTER)) return true;
  const above = parentOf(node);
  return above?.finalizer === node || (isFunction(node) && above?.type === 'ReturnStatement');
}

/** `process.env.X`, `globalThis.X`: what an assignment, a `delete` or an Object.assign writes; '' for anything else. */
function placeOf(node) {
  if (node.type === 'AssignmentExpression') return memberPlace(node.left);
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return memberPlace(node.argument);
  if (!isCall(node, 'assign', 'defineProperty', 'set', 'deleteProperty') || !/^(Object|Reflect)\./.test(nameOf(node.callee))) return '';
  const [target, what] = node.arguments.map(bare);
  const key = what?.type === 'ObjectExpression' ? what.properties[0]?.key?.name : (what?.value ?? what?.name);
  return worldly(nameOf(target), key);
}

function memberPlace(target) {
  const plain = bare(target);
  return plain?.type === 'MemberExpression' ? worldly(nameOf(plain.object), plain.property.name ?? plain.property.value) : '';
}

const worldly = (owner, key = '…') => (WORLD.test(owner) && !HARMLESS.has(key) ? `${owner}.${key}` : '');
