import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { day } from './catalogue-entry.schema.ts';

/** `retracted`: taken back by whoever asked for it. */
export const proposalState = Type.Enum(['waiting', 'confirmed', 'refused', 'retracted']);
export type ProposalState = Static<typeof proposalState>;

/** What a proposal does to one entry; yuan per stock unit. */
export const proposalLine = Type.Object({
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  stockUnit: Type.String(),
  before: Type.Number(),
  after: Type.Number(),
});
export type ProposalLine = Static<typeof proposalLine>;

/** A large change of prices, and what became of it. Times in milliseconds. */
export const priceProposal = Type.Object({
  /** Also `batchId` of the prices that it becomes, when there are many. */
  proposalId: Type.String(),
  state: proposalState,
  /** First day that was asked for. */
  validFrom: day,
  /** First day if it were confirmed today: never a day that is over. */
  countsFrom: day,
  reason: Type.String(),
  creatorName: Type.String(),
  createdAt: Type.Integer(),
  /** The caller asked for it, and may therefore not confirm it. */
  mine: Type.Boolean(),
  /** Who confirmed, refused or took it back; empty and null while it waits. */
  deciderName: Type.String(),
  decidedAt: Type.Union([Type.Integer(), Type.Null()]),
  decisionReason: Type.String(),
  lineCount: Type.Integer(),
  /** In lists the first 5. */
  lines: Type.Array(proposalLine),
});
export type PriceProposal = Static<typeof priceProposal>;
