import { withoutExcused } from '../excused-findings.mjs';
import { lastName, readSource } from '../waiting/syntax.mjs';

const FIX =
  'send through an Act (`act.run(content, (options) => client.call(input, options))`, rows of a list through an ActGroup), a form through its FormStore';
/** `Act` itself and the client that sends its key; servers hand keys on, and tests play both sides. */
const LEFT_OUT = /^plugin-sdk\/web\/act\/|^shell\/web\/net\/http-client\.ts$|^plugins\/[^/]+\/(server|testing)\/|\.(test|fixture)\.tsx?$|\/testing\/|\.d\.ts$/;
const PLACES = /^(shell\/web|plugin-sdk\/web|plugin-sdk\/cli\/template|plugins)\//;

/** A file of the browser that has to send through an act. */
export const mustUseActs = (file) => PLACES.test(file) && /\.tsx?$/.test(file) && !LEFT_OUT.test(file);

const SECOND_ACT = 'it would be a second act after a lost answer';
/** What makes names that nobody else has: one that goes to the server as the name of an act (`clientId`) is a key by another name. */
const MAKERS = new Set(['randomName', 'randomUUID']);
const NAME_FIX = `${FIX}, and take the act's key where a route wants a name of its own (\`({ idempotencyKey: clientId }) => …\`)`;

/**
 * Idempotency-Keys that this file makes by hand, and makers of random names, which might be used for one, unless `// act: <reason>` excuses them.
 * @returns {string[]} one line per finding: place, what, what to do instead
 */
export function checkActs(file, text) {
  if (!/idempotency|randomName|randomUUID|\/\/ act:/i.test(text)) return [];
  const source = readSource(file, text);
  return withoutExcused(file, text, source, {
    word: 'act',
    why: 'why a second press cannot be a second act',
    findings: source.nodes.flatMap((node) => findingIn(node, source)),
  });
}

/** Where a maker is named and not used. */
const NAMED_ONLY = new Set(['ImportSpecifier', 'ExportSpecifier']);

function findingIn(node, { parentOf }) {
  if (node.type === 'Property' && !node.computed && (node.key.name ?? node.key.value) === 'idempotencyKey' && parentOf(node)?.type === 'ObjectExpression')
    return [{ start: node.start, what: `a key of an act is made by hand; ${SECOND_ACT}`, fix: FIX }];
  if (node.type === 'AssignmentExpression' && lastName(node.left) === 'idempotencyKey')
    return [{ start: node.start, what: `a key of an act is set by hand; ${SECOND_ACT}`, fix: FIX }];
  if (node.type === 'Literal' && typeof node.value === 'string' && node.value.toLowerCase() === 'idempotency-key')
    return [{ start: node.start, what: 'the header of an act is written by hand', fix: FIX }];
  if (node.type === 'Identifier' && MAKERS.has(node.name) && !NAMED_ONLY.has(parentOf(node)?.type))
    return [{ start: node.start, what: `a random name; as the name of an act ${SECOND_ACT}`, fix: NAME_FIX }];
  return [];
}
