import type { RawData } from 'ws';
import { isDeeperThan, MAX_DEPTH } from '../../http/body/body-depth.ts';

export type Frame = Readonly<Record<string, unknown>> & { readonly method: string };

/** @returns undefined for what is no JSON object with a method */
export function parseFrame(data: RawData): Frame | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    if (isDeeperThan(value, MAX_DEPTH)) return undefined;
    return typeof value === 'object' && value !== null && typeof (value as { method?: unknown }).method === 'string' ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}
