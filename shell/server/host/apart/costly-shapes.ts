import type { Route } from '@nephra/plugin-sdk/contract';

/** A longer description of shapes is one that takes time. */
const MAX_TEXT = 20_000;
const MAX_PATTERN = 200;
const MAX_OPTIONAL = 8;

/**
 * True when judging what a call of this route brought may take for ever. Such a call is judged before its transaction begins, which costs a way to the process
 * and back; others are judged on the way to their handler.
 */
export function hasCostlyShapes(route: Route): boolean {
  const { params, query } = route;
  const shapes = { params, query, body: route.method === 'GET' ? undefined : route.body };
  let isCostly = false;
  const text = JSON.stringify(shapes, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') isCostly ||= isCostlyPattern(value);
    if (key === 'patternProperties' && typeof value === 'object') isCostly ||= Object.keys(value ?? {}).some(isCostlyPattern);
    return value;
  });
  return isCostly || (text?.length ?? 0) > MAX_TEXT;
}

/** False for patterns that cannot try the same text in many ways: no repeated group, no two repetitions without end, no reference back. */
export function isCostlyPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN || /\\[1-9k]/.test(pattern)) return true;
  // pattern: it is 200 signs at most
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const isGroupRepeated = /\)[*+?{]/.test(plain);
  const withoutEnd = plain.match(/[*+]|\{\d*,\}/g)?.length ?? 0;
  const optional = plain.match(/\?|\{\d+,\d+\}/g)?.length ?? 0;
  return isGroupRepeated || withoutEnd > 1 || optional > MAX_OPTIONAL;
}
