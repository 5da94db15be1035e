import type { RegionCode } from '../model.ts';

export const FAULT_KINDS = ['delay', 'never', 'cut', 'twice', 'errcode', 'infcode', 'html', 'truncate', 'no-setl-id', 'contradict', 'chunks'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What goes wrong, with which calls and how often. */
export interface Fault {
  readonly kind: FaultKind;
  /** One number or several; absent = any. */
  readonly infno?: string | readonly string[];
  readonly region?: RegionCode;
  /** Before or after the platform has done it; after when absent. */
  readonly when?: 'before' | 'after';
  /** How many calls it hits; 1 when absent, 0 = all. */
  readonly count?: number;
  /** Fitting calls that pass first. */
  readonly skip?: number;
  /** 0-1: share of the fitting calls that it hits, by a row of numbers that `seed` fixes. */
  readonly probability?: number;
  readonly seed?: number;
  /** delay */
  readonly ms?: number;
  /** errcode */
  readonly code?: string;
  /** infcode */
  readonly value?: string | number;
  /** infcode, errcode */
  readonly text?: string;
  /** HTTP status of html and errcode */
  readonly status?: number;
  /** chunks */
  readonly parts?: number;
}

/** @returns what is wrong with a fault that came from outside; undefined when it is fine */
export function faultProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'a fault is an object';
  const fault = value as Record<string, unknown>;
  if (!FAULT_KINDS.includes(fault.kind as FaultKind)) return `kind is one of ${FAULT_KINDS.join(', ')}`;
  if (fault.when !== undefined && fault.when !== 'before' && fault.when !== 'after') return 'when is before or after';
  if (fault.region !== undefined && !['guangdong', 'hubei', 'guangxi'].includes(String(fault.region))) return 'region is guangdong, hubei or guangxi';
  for (const name of ['count', 'skip', 'probability', 'seed', 'ms', 'status', 'parts']) {
    if (fault[name] !== undefined && (typeof fault[name] !== 'number' || !(fault[name] >= 0))) return `${name} is a number, not negative`;
  }
  const { infno } = fault;
  if (infno !== undefined && typeof infno !== 'string' && !(Array.isArray(infno) && infno.every((one) => typeof one === 'string')))
    return 'infno is a text or a list of them';
  return undefined;
}
