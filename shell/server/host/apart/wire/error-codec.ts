import { AppError, EnvelopeCode, type ErrorParams } from '@nephra/plugin-sdk/contract';
import { type FieldProblem, ShapeError } from '../../../http/pipeline/shape-error.ts';
import { hasRoom } from '../../guard/log-line.ts';

/** Characters of a text of an error that cross. */
const MAX_TEXT = 8_000;
const MAX_FIELDS = 100;
/** What a class adds to an error is written to the log with it. */
const MAX_FACTS = 50;
const MAX_CAUSES = 5;
/** What every error has already, and names by which it would be asked to become something else. */
const OF_ERRORS: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause', '__proto__', 'constructor', 'toString', 'valueOf', 'toJSON', 'then']);
const CODES: readonly number[] = Object.values(EnvelopeCode);

export interface PackedError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly facts?: unknown;
  readonly cause?: unknown;
}

const cut = (text: unknown): string => String(text ?? '').slice(0, MAX_TEXT);

/** An error with what its class adds to it (SQLSTATE, `failure`, `sent`, …). @param pack for values within it */
export function packError(error: Error, pack: (value: unknown) => unknown): PackedError {
  const facts = error.name === 'AppError' ? Object.fromEntries(Object.entries(error).filter(([key]) => key !== 'name' && key !== 'cause')) : factsOf(error);
  return {
    name: cut(error.name),
    message: cut(error.message),
    stack: cut(error.stack),
    facts: pack(facts),
    ...(error.cause instanceof Error ? { cause: pack(error.cause) } : {}),
  };
}

/** As much of what a class adds as a line of the log has room for, and nothing that could be called. */
function factsOf(given: object): Readonly<Record<string, unknown>> {
  let facts: Readonly<Record<string, unknown>> = {};
  for (const key of Object.keys(given).slice(0, MAX_FACTS)) {
    const value = (given as Readonly<Record<string, unknown>>)[key];
    if (OF_ERRORS.has(key) || typeof value === 'function' || typeof value === 'symbol' || value === undefined) continue;
    const more = { ...facts, [key]: typeof value === 'string' ? cut(value) : value };
    if (hasRoom(more)) facts = more;
  }
  return facts;
}

const causesOf = (error: unknown): number => (error instanceof Error ? 1 + causesOf(error.cause) : 0);

/** The error again; a refusal is made anew of what may stand in one. */
export function unpackError({ name, message, stack, facts, cause }: PackedError, unpack: (value: unknown) => unknown): Error {
  const known = typeof facts === 'object' && facts !== null ? (unpack(facts) as Readonly<Record<string, unknown>>) : {};
  const caused = cause === undefined ? undefined : unpack(cause);
  const within = causesOf(caused) > MAX_CAUSES ? undefined : caused;
  const error = name === 'AppError' ? refusalOf(known, within) : new Error(cut(message), within === undefined ? undefined : { cause: within });
  if (name !== 'AppError') {
    Object.assign(error, factsOf(known));
    Object.defineProperty(error, 'name', { value: cut(name), configurable: true, writable: true });
  }
  Object.defineProperty(error, 'stack', { value: cut(stack), configurable: true, writable: true });
  return error;
}

function refusalOf(known: Readonly<Record<string, unknown>>, cause: unknown): AppError {
  if (Array.isArray(known.problems)) return new ShapeError(known.problems.slice(0, MAX_FIELDS).map(problemOf));
  const refusal = plainRefusal(known, cause);
  // Why a plugin is away is a sentence in the language of whoever reads it: it goes along as what it is made of.
  const reason = known.reason as { readonly key?: unknown; readonly params?: unknown } | null | undefined;
  return typeof reason === 'object' && reason !== null
    ? Object.assign(refusal, { reason: { key: cut(reason.key).slice(0, 100), params: paramsOf(reason.params) } })
    : refusal;
}

function plainRefusal(known: Readonly<Record<string, unknown>>, cause: unknown): AppError {
  const code = CODES.find((one) => one === known.code) as EnvelopeCode | undefined;
  return new AppError(cut(known.key).slice(0, 200), {
    ...(code === undefined ? {} : { code }),
    params: paramsOf(known.params),
    fields: fieldsOf(known.fields),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Its texts are found by the name of the rule, so it can be none but a name. */
const problemOf = (given: Partial<Record<keyof FieldProblem, unknown>> | null): FieldProblem => ({
  path: cut(given?.path),
  rule: /^[a-zA-Z-]{1,40}$/.test(String(given?.rule)) ? String(given?.rule) : 'format',
  params: Object.fromEntries(Object.entries(paramsOf(given?.params)).map(([key, value]) => [key, typeof value === 'number' ? value : String(value)])),
});

function paramsOf(given: unknown): ErrorParams {
  if (typeof given !== 'object' || given === null) return {};
  const pairs = Object.entries(given).slice(0, MAX_FIELDS);
  return Object.fromEntries(pairs.map(([key, value]) => [key, typeof value === 'number' ? value : cut(value)]));
}

function fieldsOf(given: unknown): { path: string; msg: string }[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MAX_FIELDS).map((one: { path?: unknown; msg?: unknown } | null) => ({ path: cut(one?.path), msg: cut(one?.msg) }));
}
