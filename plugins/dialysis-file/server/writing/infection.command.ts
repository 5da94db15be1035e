import type { Marker, MarkerResult } from '../../contract/index.ts';
import type { Zone } from '../../contract/zones.ts';
import { lockFile, partNotFound } from '../reading/visible-file.ts';
import { resultTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { keepInfection } from './keep-infection.ts';
import { noteChange, raiseVersion, refuseAt, requireDay, tellPlanning, writer } from './written.ts';

interface Sample {
  readonly on: string;
  readonly results: readonly { readonly marker: Marker; readonly result: MarkerResult['result']; readonly titre: number | null }[];
  readonly note: string;
}

/** Records the markers of one sample. A titre belongs to RPR alone. */
export async function addResults(ctx: Ctx, patientId: string, { on, results, note }: Sample): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  requireDay('on', on, ctx.clock.today());
  if (new Set(results.map(({ marker }) => marker)).size < results.length) refuseAt('results', 'marker-twice');
  let last = '';
  for (const { marker, result, titre } of results) {
    const row = await resultTable.insert(ctx, {
      ...writer(ctx, file),
      ...{ marker, result, onDay: on, titre: marker === 'RPR' && result === 'positive' ? titre : null, note: note.trim(), droppedReason: '' },
    });
    last = row.id;
  }
  await raiseVersion(ctx, file);
  const told = results.map(({ marker, result }) => `${marker} ${result === 'positive' ? '+' : result === 'negative' ? '−' : '?'}`).join(', ');
  await noteChange(ctx, file, { act: 'results', params: { on, told }, reason: note, after: { on, results } });
  await keepInfection(ctx, file.id, file.orgId, ctx.user);
  tellPlanning(ctx, file, ctx.clock.today());
  return { id: last };
}

export async function dropResult(ctx: Ctx, patientId: string, id: string, reason: string): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await resultTable.find(ctx, id);
  if (row?.patientId !== file.id || row.droppedReason !== '') throw partNotFound();
  await resultTable.update(ctx, row, { droppedReason: reason.trim() || '-' });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, {
    act: 'result-dropped',
    params: { marker: row.marker, on: row.onDay },
    reason,
    before: { marker: row.marker, result: row.result, on: row.onDay },
  });
  await keepInfection(ctx, file.id, file.orgId, ctx.user);
  tellPlanning(ctx, file, ctx.clock.today());
  return { id };
}

/** Puts the patient into a zone by hand, or back to the one that the rule works out. */
export async function overrideZone(
  ctx: Ctx,
  patientId: string,
  { zone, reason: typed, version }: { readonly zone: Zone | null; readonly reason: string; readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  const reason = typed.trim();
  if (reason === '') refuseAt('reason', 'reason');
  const patch = { zoneOverride: zone, zoneReason: reason, zoneByName: ctx.user.userName, zoneAt: ctx.clock.now() };
  await raiseVersion(ctx, file, patch);
  await noteChange(ctx, file, {
    ...{ act: zone === null ? 'zone-rule' : 'zone', params: { zone: zone ?? '' }, reason },
    ...{ before: { zone: file.zoneOverride }, after: { zone } },
  });
  tellPlanning(ctx, file, ctx.clock.today());
  return { id: patientId };
}
