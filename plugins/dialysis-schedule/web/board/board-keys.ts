import type { Cell } from './board.store.ts';

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export const cellOf = (key: string): Cell => {
  const [date = '', shiftId = '', stationId = ''] = key.split('|');
  return { date, shiftId, stationId };
};

/**
 * Where a key leads on the board. Home and End go to the ends of a row, with Ctrl to those of the board.
 * @param keys of the cells, row by row
 * @returns undefined where the key does not walk; the same cell at an edge
 */
export function walk(keys: readonly (readonly string[])[], from: string | null, pressed: string, withCtrl: boolean): string | undefined {
  const row = Math.max(
    0,
    keys.findIndex((cells) => from !== null && cells.includes(from)),
  );
  const column = Math.max(0, keys[row]?.indexOf(from ?? '') ?? 0);
  if (pressed === 'Home') return keys[withCtrl ? 0 : row]?.[0];
  if (pressed === 'End') return keys[withCtrl ? keys.length - 1 : row]?.at(-1);
  const step = STEPS[pressed];
  if (!step) return undefined;
  if (from === null) return keys[0]?.[0];
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const cells = keys[clamp(row + step[0], keys.length - 1)];
  return cells?.[clamp(column + step[1], cells.length - 1)];
}
