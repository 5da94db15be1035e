import type { TSchema } from '@nephra/plugin-sdk/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { keepDeclared } from './keep-declared.ts';
import { type FieldProblem, ShapeError } from './shape-error.ts';

export { ShapeError };

type SchemaNode = { readonly type?: string; readonly properties?: Readonly<Record<string, SchemaNode>> };

const MAX_PROBLEMS = 20;

function makeAjv(coerce: boolean): Ajv {
  // strict:false because contracts may carry annotations of their own; every schema is compiled and judged by a test, not by whoever calls first.
  // The optimizer takes as long as all the rest of compiling and saves nothing that a call would notice.
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    validateSchema: false,
    code: { optimize: false },
    coerceTypes: coerce ? 'array' : false,
  });
  (addFormats as unknown as (target: Ajv) => void)(ajv); // the package's types describe its CommonJS shape only
  return ajv;
}

let textual: Ajv | undefined;
let exact: Ajv | undefined;
const compiled = { textual: new WeakMap<object, ValidateFunction>(), exact: new WeakMap<object, ValidateFunction>() };

/** Compiled on first use: compiling all contracts at start would cost seconds. */
function validatorOf(schema: TSchema, kind: 'textual' | 'exact'): ValidateFunction {
  const known = compiled[kind].get(schema);
  if (known) return known;
  if (kind === 'textual') textual ??= makeAjv(true);
  else exact ??= makeAjv(false);
  const made = (kind === 'textual' ? (textual as Ajv) : (exact as Ajv)).compile(schema);
  compiled[kind].set(schema, made);
  return made;
}

/** Judges and compiles a schema now, for tests that want to see errors of contracts. @throws Error for one that is none */
export function compileSchema(schema: TSchema): void {
  exact ??= makeAjv(false);
  exact.validateSchema(schema, true);
  validatorOf(schema, 'exact');
}

const fieldOf = (instancePath: string, last?: string): string => [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])].join('.');

function problemOf(error: ErrorObject): FieldProblem {
  const path = fieldOf(error.instancePath);
  const limit = Number((error.params as { limit?: number }).limit ?? 0);
  switch (error.keyword) {
    case 'required':
      return { path: fieldOf(error.instancePath, (error.params as { missingProperty: string }).missingProperty), rule: 'required', params: {} };
    case 'type':
      return error.data === undefined || error.data === null
        ? { path, rule: 'required', params: {} }
        : { path, rule: `type-${String((error.params as { type: string | string[] }).type).split(',')[0]}`, params: {} };
    case 'minLength':
      return limit === 1 ? { path, rule: 'required', params: {} } : { path, rule: 'minLength', params: { limit } };
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minimum':
    case 'maximum':
      return { path, rule: error.keyword, params: { limit } };
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { path, rule: error.keyword, params: { limit } };
    case 'const':
    case 'enum':
    case 'anyOf': {
      const choices = choicesOf(error);
      return choices ? { path, rule: 'enum', params: { choices } } : { path, rule: 'format', params: {} };
    }
    default:
      return { path, rule: 'format', params: {} };
  }
}

function choicesOf(error: ErrorObject): string | undefined {
  if (error.keyword === 'const') return String((error.params as { allowedValue: unknown }).allowedValue);
  if (error.keyword === 'enum') return (error.params as { allowedValues: unknown[] }).allowedValues.map(String).join(', ');
  const branches = Array.isArray(error.schema) ? (error.schema as { const?: unknown }[]) : [];
  return branches.length && branches.every((branch) => branch.const !== undefined) ? branches.map((branch) => String(branch.const)).join(', ') : undefined;
}

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const seen = new Map<string, FieldProblem>();
  for (const error of errors) {
    // A branch of a union that did not fit says nothing by itself.
    const belowUnion = errors.some((other) => other !== error && other.keyword === 'anyOf' && error.schemaPath.startsWith(`${other.schemaPath}/`));
    if (belowUnion) continue;
    const problem = problemOf(error);
    if (!seen.has(problem.path)) seen.set(problem.path, problem);
    if (seen.size === MAX_PROBLEMS) break;
  }
  return seen.size ? [...seen.values()] : [{ path: '', rule: 'format', params: {} }];
}

/** PostgreSQL cannot store the character U+0000 in text. */
function pathOfNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = key.includes('\u0000') ? path : pathOfNul(member, path ? `${path}.${key}` : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The platform's client stamps every address with `n` and sends every query member, also empty ones; for numbers and
 * flags empty means absent.
 */
function withoutEmpty(schema: TSchema, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema as SchemaNode).properties ?? {};
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const empty = member === '' || member === 'null' || member === 'undefined';
    const stamp = key === 'n' && properties[key] === undefined;
    if (!stamp && !(empty && properties[key]?.type !== 'string')) kept[key] = member;
  }
  return kept;
}

/**
 * Checks text that came in an address or a form, turning it into the declared types.
 * @returns the declared members only.
 * @throws ShapeError
 */
export function checkTextual(schema: TSchema | undefined, value: unknown): unknown {
  return schema ? check(schema, withoutStamps(schema, value), 'textual') : undefined;
}

/** For text that is judged elsewhere: what the client adds to every address is left out, as the same call must look the same when it is sent again. */
export const withoutStamps = (schema: TSchema | undefined, value: unknown): unknown =>
  schema && (value !== null && typeof value === 'object' ? withoutEmpty(schema, value as Record<string, unknown>) : {});

/** For a body that is judged elsewhere. */
export const unjudged = (schema: TSchema | undefined, value: unknown): unknown => (schema ? value : undefined);

/**
 * Checks a JSON body; types must be exact.
 * @returns the declared members only.
 * @throws ShapeError
 */
export const checkExact = (schema: TSchema | undefined, value: unknown): unknown => (schema ? check(schema, value, 'exact') : undefined);

function check(schema: TSchema, value: unknown, kind: 'textual' | 'exact'): unknown {
  const nul = pathOfNul(value, '');
  if (nul !== undefined) throw new ShapeError([{ path: nul, rule: 'format', params: {} }]);
  const validate = validatorOf(schema, kind);
  if (!validate(value)) throw new ShapeError(problemsOf(validate.errors ?? []));
  return keepDeclared(schema, value);
}

/** What is wrong with an answer of our own, as text for the log; undefined when it fits its contract. */
export function replyProblem(schema: TSchema, value: unknown): string | undefined {
  const validate = validatorOf(schema, 'exact');
  if (validate(value === undefined ? null : value)) return undefined;
  return (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message}`)
    .join('; ');
}
