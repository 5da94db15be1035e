import {
  DEFAULT_DIALYSIS_LIMITS,
  type DialysisPattern,
  dialysisDirectory,
  type PlanningFacts,
  planningChanged,
  type Zone,
} from '../../dialysis-file/contract/index.ts';
import { defineContract, post, Type, type OrgId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, provide } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';

/** What the stand-in of the dialysis file answers; a test writes it. */
export interface FileAnswers {
  patterns: DialysisPattern[];
  readonly zones: Map<string, Zone>;
  readonly outcomes: Map<string, string>;
}

const tellContract = defineContract('dialysis-file-stand-in', {
  tell: post('/api/test/PlanningChanged', {
    ...{ summary: 'tells that a plan changed', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ patientId: Type.String(), from: Type.String() }),
    reply: Type.Null(),
  }),
});

const factsOf = ({ zones, outcomes }: FileAnswers, patientId: string): PlanningFacts => ({
  ...{ patientId, active: true, outcomeOn: outcomes.get(patientId) ?? null, zone: zones.get(patientId) ?? 'A', zoneReasons: [] },
  ...{ serology: 'ok', serologyDueOn: null, mode: 'HD', consented: true, consentsLacking: [], transient: false, dryWeight: null },
});

/** Stands in for the plugin that keeps patterns and zones, so that each is exactly what a test says. */
export const dialysisFileStandIn = (answers: FileAnswers): InlinePlugin => ({
  definition: { id: 'dialysis-file', version: '1.0.0', sdk: '^1.0.0', name: { zh: '透析档案', zhtw: '透析檔案', en: 'Dialysis file' }, dependsOn: ['patient'] },
  server: defineServerPlugin({
    services: [
      provide(dialysisDirectory, () => ({
        patterns: async ({ orgIds, from, to, patientIds }) =>
          answers.patterns.filter(
            (one) => orgIds.includes(one.orgId) && one.from <= to && (one.to === null || one.to >= from) && (patientIds?.includes(one.patientId) ?? true),
          ),
        planning: async (patientIds) => new Map(patientIds.map((id) => [id, factsOf(answers, id)])),
        outcomes: async (patientIds) => new Map([...answers.outcomes].filter(([id]) => patientIds.includes(id))),
        bedside: async (patientId) => ({ ...factsOf(answers, patientId), prescription: null, access: null, dialyserAllergies: [] }),
        limits: async () => DEFAULT_DIALYSIS_LIMITS,
        someLimits: async () => DEFAULT_DIALYSIS_LIMITS,
      })),
    ],
    implementations: [
      implement()(tellContract, {
        tell: async ({ body }, ctx) => {
          ctx.publish(planningChanged, { orgId: ctx.user.orgId, ...body });
          return null;
        },
      }),
    ],
  }) as never,
});

export const patternOf = (patientId: string, shiftId: string, weekdays: readonly number[], over: Partial<DialysisPattern> = {}): DialysisPattern => ({
  ...{
    patternId: `pattern-${patientId}`,
    orgId: 'org-gz' as OrgId,
    patientId,
    from: '2026-01-01',
    to: null,
    cycleWeeks: 1,
    anchorMonday: '2026-01-05',
    everyDays: null,
  },
  slots: weekdays.map((weekday) => ({ week: 0, weekday, shiftId, stationId: null, mode: null })),
  ...{ remark: '', version: 1 },
  ...over,
});
