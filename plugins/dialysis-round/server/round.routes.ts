import { implement } from '@nephra/plugin-sdk/server';
import { roundContract } from '../contract/round.contract.ts';
import { roundPatientOf } from './reading/patient.query.ts';
import { timelineOf } from './reading/timeline.query.ts';
import { waitingItems } from './reading/waiting.query.ts';
import { worklistOf } from './reading/worklist.query.ts';
import type { RoundDb } from './tables/tables.ts';
import { recordLabs, withdrawLab } from './writing/lab.command.ts';
import { signNote, writeNote } from './writing/note.command.ts';
import { declineProposal, propose, signProposal } from './writing/proposal.command.ts';

export const roundRoutes = implement<RoundDb>()(roundContract, {
  worklist: ({ query }, ctx) => worklistOf(ctx, query),
  patient: ({ params }, ctx) => roundPatientOf(ctx, params.patientId),
  waiting: async (_, ctx) => ({ list: await waitingItems(ctx) }),
  timeline: ({ params }, ctx) => timelineOf(ctx, params.patientId),
  note: ({ body }, ctx) => writeNote(ctx, body),
  signNote: ({ params, body }, ctx) => signNote(ctx, params.id, body.version),
  propose: ({ body }, ctx) => propose(ctx, body),
  signProposal: ({ params, body }, ctx) => signProposal(ctx, params.id, body.version),
  declineProposal: ({ params, body }, ctx) => declineProposal(ctx, params.id, body.version, body.reason),
  recordLabs: async ({ body }, ctx) => ({ list: await recordLabs(ctx, body) }),
  withdrawLab: ({ params, body }, ctx) => withdrawLab(ctx, params.id, body.reason),
});
