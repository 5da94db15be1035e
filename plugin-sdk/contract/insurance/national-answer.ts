import type { NationalAnswer } from './national.ts';
import type { TransportReading } from './region-adapter.ts';

/** A node of an answer; what is missing is empty. */
export type Node = Readonly<Record<string, unknown>>;
const NOTHING: Node = {};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Platforms also send nodes as text of JSON. */
export function openedNode(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** An object wherever it came as object, as text, or as a list of one; empty when it did not come. */
export function asNode(value: unknown): Node {
  const inner = openedNode(value);
  if (Array.isArray(inner)) return asNode(inner[0] ?? NOTHING);
  return isNode(inner) ? inner : NOTHING;
}

/** A list wherever it came as list, as text, or as a single object. */
export function asNodes(value: unknown): readonly Node[] {
  const inner = openedNode(value);
  if (Array.isArray(inner)) return inner.map(openedNode).filter(isNode);
  return isNode(inner) ? [inner] : [];
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '');

/**
 * Makes one of the answers that platforms give: infcode as number or text, output as object, as text, as list (under `data` then), or not
 * at all. Undefined when it is no answer of a platform.
 */
export function readNationalAnswer(value: unknown): NationalAnswer | undefined {
  const answer = asNode(value);
  const infcode = plainText(answer.infcode);
  if (infcode === '') return undefined;
  const output = openedNode(answer.output);
  return {
    infcode,
    inf_refmsgid: plainText(answer.inf_refmsgid),
    err_msg: plainText(answer.err_msg),
    output: Array.isArray(output) ? { data: output } : asNode(output),
  };
}

/** What gateways say before they forward anything: not permitted, address not listed, too many at once, too many, signature or its time, login. */
const BEFORE_FORWARDING = ['AGW.1403', 'AGW.1405', 'AGW.1429', 'AGW.1430', 'AGW.1433', 'ACG.1401'];

/** The refusal of a gateway in place of an answer. Everything but those few may also be said after forwarding. Undefined when it is none. */
export function readGatewayRefusal(
  value: unknown,
): { readonly kind: 'gateway'; readonly errcode: string; readonly errmsg: string; readonly forwarded: boolean } | undefined {
  const answer = asNode(value);
  const errcode = plainText(answer.errcode);
  return errcode === ''
    ? undefined
    : { kind: 'gateway', errcode, errmsg: plainText(answer.errmsg), forwarded: !BEFORE_FORWARDING.includes(errcode.toUpperCase()) };
}

const CUT_TO = 200;

/** An answer of a platform or of a gateway before it; anything else is broken. `said` is what came, for whoever looks for the reason. */
export function readPlatformReply(value: unknown, said: string): TransportReading {
  const answer = readNationalAnswer(value);
  if (answer) return { kind: 'answer', answer };
  return readGatewayRefusal(value) ?? { kind: 'broken', reason: said.slice(0, CUT_TO) };
}
