import { implement } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../../catalogue/contract/index.ts';
import { dialysisPlanWriter } from '../../patient/contract/index.ts';
import { dialysisFileContract } from '../contract/file.contract.ts';
import { dialysisStations } from '../contract/stations.service.ts';
import { candidates, listFiles } from './reading/file-list.query.ts';
import { historyOf, wholeFileOf } from './reading/whole-file.query.ts';
import type { Ctx, DialysisFileDb } from './tables/tables.ts';
import { addAccess, addEvent, editAccess, moveAccess } from './writing/access.command.ts';
import { addConsent, attachToConsent, readConsentFile, withdrawConsent } from './writing/consent.command.ts';
import { setDryWeight } from './writing/dry-weight.command.ts';
import { editFile, openFile } from './writing/file.command.ts';
import { addResults, dropResult, overrideZone } from './writing/infection.command.ts';
import { endFile, undoEnd } from './writing/outcome.command.ts';
import { setPattern } from './writing/pattern.command.ts';
import { dropDraft, propose, sign } from './writing/prescription.command.ts';

/** Materials that a form offers at most. */
const MAX_MATERIALS = 500;

async function choicesFor(ctx: Ctx) {
  const { orgId } = ctx.user;
  const shifts = await ctx.service(dialysisPlanWriter).shifts([orgId], ctx.language);
  const stations = (await ctx.optionalService(dialysisStations)?.stations([orgId])) ?? [];
  const materials = await ctx.optionalService(catalogueEntries)?.search({ orgId, kinds: ['material'], currentPage: 1, pageSize: MAX_MATERIALS });
  return {
    shifts: shifts.map(({ id, fullName, startTime, endTime }) => ({ shiftId: id, fullName, startTime, endTime })),
    stations: stations.map(({ stationId, code, zone }) => ({ stationId, code, zone })),
    materials: (materials?.list ?? []).map(({ drugId, drugName, drugSpec }) => ({ id: drugId, name: [drugName, drugSpec].filter(Boolean).join(' ') })),
  };
}

/** Files of patients on dialysis. */
export const fileRoutes = implement<DialysisFileDb>()(dialysisFileContract, {
  list: ({ query }, ctx) => listFiles(ctx, query),
  candidates: ({ query }, ctx) => candidates(ctx, query.keyword ?? ''),
  choices: (_call, ctx) => choicesFor(ctx),
  file: ({ params }, ctx) => wholeFileOf(ctx, params.id),
  history: ({ params, query }, ctx) => historyOf(ctx, params.id, query),
  open: ({ body }, ctx) => openFile(ctx, body),
  edit: ({ params, body }, ctx) => editFile(ctx, params.id, body),
  pattern: ({ params, body }, ctx) => setPattern(ctx, params.id, body),
  propose: ({ params, body }, ctx) => propose(ctx, params.id, body),
  sign: ({ params, body }, ctx) => sign(ctx, params.id, params.partId, body.version),
  async dropDraft({ params }, ctx) {
    await dropDraft(ctx, params.id, params.partId);
    return null;
  },
  dryWeight: ({ params, body }, ctx) => setDryWeight(ctx, params.id, body),
  addAccess: ({ params, body }, ctx) => addAccess(ctx, params.id, body),
  editAccess: ({ params, body }, ctx) => editAccess(ctx, params.id, params.partId, body),
  moveAccess: ({ params, body }, ctx) => moveAccess(ctx, params.id, params.partId, body),
  accessEvent: ({ params, body }, ctx) => addEvent(ctx, params.id, params.partId, body),
  results: ({ params, body }, ctx) => addResults(ctx, params.id, body),
  dropResult: ({ params, body }, ctx) => dropResult(ctx, params.id, params.partId, body.reason),
  zone: ({ params, body }, ctx) => overrideZone(ctx, params.id, body),
  consent: ({ params, body }, ctx) => addConsent(ctx, params.id, body),
  consentFile: ({ params }, ctx) => readConsentFile(ctx, params),
  attachConsent: ({ params, body }, ctx) => attachToConsent(ctx, params.id, params.partId, body),
  withdrawConsent: ({ params, body }, ctx) => withdrawConsent(ctx, params.id, params.partId, body),
  end: ({ params, body }, ctx) => endFile(ctx, params.id, body),
  undoEnd: ({ params, body }, ctx) => undoEnd(ctx, params.id, body),
});
