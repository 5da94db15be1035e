import { nearestName, type RecordDocument } from '@nephra/plugin-sdk/record';
import type { Implementation, OverlaidRecord, ServedRecord, ServerPlugin } from '@nephra/plugin-sdk/server';

/** An overlay that fits no record, or not this one. */
export class OverlayProblem extends Error {}

/** Plugins may bring a copy of the engine with them, and older ones know no overlays. */
const isServed = (implementation: Implementation): implementation is ServedRecord => 'engine' in implementation && 'record' in implementation.contract;

export interface OverlaidRecords {
  readonly implementations: readonly Implementation[];
  /** By name of the record. */
  readonly documents: Readonly<Record<string, RecordDocument>>;
}

/**
 * Puts overlays upon the records of a plugin, wherever its code runs.
 * @throws OverlayProblem that names the record and what is wrong
 */
export function overlaidRecords(
  { implementations = [] }: Pick<ServerPlugin<never>, 'implementations'>,
  overlays: Readonly<Record<string, unknown>>,
): OverlaidRecords {
  const served = new Map(implementations.filter(isServed).map((each) => [each.engine.rows.record.name, each]));
  const documents: Record<string, RecordDocument> = {};
  const replaced = new Map<Implementation, Implementation>();
  for (const [name, overlay] of Object.entries(overlays)) {
    const found = served.get(name);
    if (!found) throw new OverlayProblem(`REC-118 ${name}: no such record. Near: ${nearestName(name, [...served.keys()])}`);
    // A package of before overlays has none.
    if (!('overlaid' in found)) throw new OverlayProblem(`REC-118 ${name}: the plugin was built with a version of the SDK that knows no overlays`);
    const made = overlaidBy(found, overlay as object);
    replaced.set(found, made);
    documents[name] = made.contract.record.document;
  }
  return { implementations: implementations.map((each) => replaced.get(each) ?? each), documents };
}

function overlaidBy(found: ServedRecord, overlay: object): OverlaidRecord {
  try {
    return found.overlaid(overlay);
  } catch (error) {
    throw new OverlayProblem((error instanceof Error ? error.message : String(error)).slice(0, 500));
  }
}
