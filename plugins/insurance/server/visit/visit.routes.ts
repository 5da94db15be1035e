import { implement } from '@nephra/plugin-sdk/server';
import { registerContract } from '../../contract/register.contract.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import type { ClientOf } from '../settlement/ledger/settlement-context.ts';
import { personOf } from './person.query.ts';
import { analyse, endVisit, register, report } from './register.command.ts';
import { analysisOf, listAnalyses, listVisits, openVisits, registerInfoOf, reportOf, seenPatient, validVisit } from './visit.query.ts';

export const visitRoutes = (clientOf: ClientOf) =>
  implement<InsuranceTables>()(registerContract, {
    async person({ params, body }, ctx) {
      const file = await seenPatient(ctx, params.id);
      ctx.audit({ subject: 'patient', subjectId: file.patientId, patientId: file.patientId, note: 'insurance read from the platform' });
      return await personOf({ ctx, client: clientOf(ctx), operator: { userId: ctx.user.userId, userName: ctx.user.userName } }, file, body.certificate);
    },
    validByDpId: ({ params }, ctx) => validVisit(ctx, params.id),
    registerInfo: ({ params }, ctx) => registerInfoOf(ctx, params.id),
    list: ({ query }, ctx) => listVisits(ctx, query),
    register: ({ body }, ctx) => register(ctx, body, clientOf),
    cancelled: ({ query }, ctx) => listVisits(ctx, query, 'cancelled'),
    cancel: ({ body }, ctx) => endVisit(ctx, body, clientOf, false),
    patientRegist: ({ params }, ctx) => openVisits(ctx, params.id),
    visitReport: ({ query }, ctx) => reportOf(ctx, query.visitId),
    reportVisit: ({ body }, ctx) => report(ctx, body, clientOf),
    analyses: ({ query }, ctx) => listAnalyses(ctx, query),
    analyse: ({ body }, ctx) => analyse(ctx, body.dpIds, clientOf),
    analysis: ({ params }, ctx) => analysisOf(ctx, params.id),
    cancelRegister: ({ body }, ctx) => endVisit(ctx, body, clientOf, true),
  });
