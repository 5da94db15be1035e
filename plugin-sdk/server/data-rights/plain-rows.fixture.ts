import { CONDITION_OPERATORS, type DataRights, dayOf, parseDay } from '../../contract/index.ts';
import type { DataModel } from './data-model.ts';

/** A row as a test knows it; numbers and times as numbers, so that comparing them needs no database. */
export type PlainRow = Readonly<Record<string, string | number | null>>;

const DAY_MS = 86_400_000;
const OPERATORS: readonly string[] = CONDITION_OPERATORS;

/** Spans of the times that these tests write: days and seconds. */
function span(text: string): [number, number] | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    try {
      return [parseDay(text), parseDay(text) + DAY_MS];
    } catch {
      return undefined;
    }
  }
  const at = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
  return Number.isNaN(at) || dayOf(at) !== text.slice(0, 10) ? undefined : [at, at + 1000];
}

function callers(rights: DataRights, value: string): readonly string[] | undefined {
  if (value === '@userId') return [rights.userId];
  if (value === '@userAraSubordinates') return rights.scope.kind === 'schemes' ? rights.scope.userAndBelow : [];
  if (value === '@organizeId') return [rights.orgId];
  return value === '@organizationAndSuborganization' ? rights.orgIds : undefined;
}

function orderedBy(op: string, order: number): boolean {
  if (op === 'GreaterThan') return order > 0;
  if (op === 'GreaterThanOrEqual') return order >= 0;
  return op === 'LessThan' ? order < 0 : order <= 0;
}

function comparison(model: DataModel, { field, op, value }: { field: string; op: string; value: string }, row: PlainRow, rights: DataRights): boolean {
  const known = model.fields[field];
  if (!known || !OPERATORS.includes(op)) return false;
  const { type, column } = known;
  const actual = column === null ? null : (row[column] ?? null);
  const text = value.trim();
  if (actual === null || text === '') return false;
  if (text.startsWith('@')) {
    const own = callers(rights, text);
    const suits = type === 'String' || (type === 'User' ? text.startsWith('@user') : type === 'Organize' && text.startsWith('@org'));
    if (!own || !suits) return false;
    if (op === 'Equal' || op === 'In') return own.includes(String(actual));
    return op === 'NotEqual' && !own.includes(String(actual));
  }
  const parts =
    op === 'In'
      ? text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [text];
  if (type === 'String' || type === 'User' || type === 'Organize') {
    if (op === 'Contains') return type === 'String' && String(actual).includes(text);
    if (op === 'Equal' || op === 'In') return parts.includes(String(actual));
    return op === 'NotEqual' && actual !== text;
  }
  if (type === 'DateTime') {
    const [from, before] = span(text) ?? [];
    if (from === undefined || before === undefined || (known.stored === 'day' && before - from !== DAY_MS)) return false;
    const at = Number(actual);
    const inside = at >= from && at < before;
    if (op === 'Equal') return inside;
    if (op === 'NotEqual') return !inside;
    return op !== 'Contains' && op !== 'In' && orderedBy(op, inside ? 0 : at - from);
  }
  const pattern = type === 'Int32' ? /^[+-]?\d{1,9}$/ : /^[+-]?\d{1,15}(\.\d{1,6})?$/;
  if (parts.length === 0 || parts.some((part) => !pattern.test(part))) return false;
  if (op === 'Equal' || op === 'In') return parts.some((part) => Number(part) === actual);
  if (op === 'NotEqual') return Number(text) !== actual;
  return op !== 'Contains' && orderedBy(op, Number(actual) - Number(text));
}

/** The same question asked row by row, as plainly as it can be said. */
export function seenPlainly(model: DataModel, rights: DataRights, row: PlainRow): boolean {
  if (!rights.orgIds.includes(String(row[model.orgColumn ?? '']))) return false;
  if (rights.scope.kind === 'organisation') return true;
  return rights.scope.conditions.some((condition) =>
    condition.every(({ logic, groups }) =>
      logic === 'and' ? groups.every((one) => comparison(model, one, row, rights)) : groups.some((one) => comparison(model, one, row, rights)),
    ),
  );
}
