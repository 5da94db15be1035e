import type { Envelope } from '../envelope.ts';
import type { CatalogueEntry, Person } from '../model.ts';
import type { Node } from '../nodes.ts';
import type { RegionTraits } from '../profiles/region-traits.ts';
import type { Draft } from '../state/store.ts';

/** Persons, catalogue and dictionaries, which no call changes. */
export interface Facts {
  readonly persons: ReadonlyMap<string, Person>;
  readonly catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly diagnoses: readonly { readonly code: string; readonly name: string }[];
}

/** One call while it is worked on. */
export interface Call {
  readonly region: RegionTraits;
  readonly envelope: Envelope;
  readonly input: Node;
  readonly now: Date;
  readonly draft: Draft;
  readonly facts: Facts;
  /** Content beside the envelope of 9101. */
  readonly file?: Buffer;
  /** Tells which settlement the message made or cancelled, for 2601. */
  touches(setlId: string): void;
}

export interface FileReply {
  readonly name: string;
  readonly content: Buffer;
}

export interface Transaction {
  /** `output` of the answer; null when the transaction has none. @throws Refusal */
  run(call: Call): Node | null;
  /** Instead of `run`: the answer is a file. */
  file?(call: Call): FileReply;
  /** A call that only reads is worked on again when its message comes again. */
  readonly reads: boolean;
}

export const reading = (run: Transaction['run']): Transaction => ({ run, reads: true });
export const writing = (run: Transaction['run']): Transaction => ({ run, reads: false });

export const hospitalLevel = (facility: string): 1 | 2 | 3 => (facility === 'H44SIM000001' ? 3 : 2);
