import { defineContract, post, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, subscribe } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import type { Answer } from '../../../tests/support/server.ts';
import type { FileRow } from '../contract/file.schema.ts';
import { type BedsideFacts, type DialysisPattern, dialysisDirectory, type PlanningChanged, type PlanningFacts, planningChanged } from '../contract/index.ts';

export const AT = '/api/his/dialysis-file';

const askContract = defineContract('acme-plan', {
  ask: post('/api/acme/Plan', {
    ...{ summary: 'asks', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ patientId: Type.String(), day: Type.String() }),
    reply: Type.Unsafe<Asked>(Type.Unknown()),
  }),
});
export interface Asked {
  readonly planning: PlanningFacts | null;
  readonly outcome: string | null;
  readonly bedside: BedsideFacts | null;
  readonly patterns: readonly DialysisPattern[];
  readonly limits: Readonly<Record<string, unknown>>;
}

/** A plugin that plans: it asks the directory and hears what changed. */
export function planningPlugin(): { readonly plugin: InlinePlugin; readonly heard: PlanningChanged[] } {
  const heard: PlanningChanged[] = [];
  const plugin: InlinePlugin = {
    definition: { id: 'acme', version: '1.0.0', sdk: '^1.0.0', name: { zh: '测试', zhtw: '測試', en: 'Test' }, dependsOn: ['dialysis-file'] },
    server: defineServerPlugin({
      subscribers: [
        subscribe(planningChanged, async (payload) => {
          heard.push(payload);
        }),
      ],
      implementations: [
        implement()(askContract, {
          async ask({ body }, ctx) {
            const directory = ctx.service(dialysisDirectory);
            const { orgIds, orgId } = ctx.user;
            return {
              planning: (await directory.planning([body.patientId], orgIds, body.day)).get(body.patientId) ?? null,
              outcome: (await directory.outcomes([body.patientId], orgIds)).get(body.patientId) ?? null,
              bedside: (await directory.bedside(body.patientId, orgIds, body.day)) ?? null,
              patterns: await directory.patterns({ orgIds, from: body.day, to: body.day, patientIds: [body.patientId] }),
              limits: { ...(await directory.limits(orgId)) },
            };
          },
        }),
      ],
    }) as never,
  };
  return { plugin, heard };
}

export const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
export const refusal = (answer: Answer): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;

/** What each filter of the list leaves, by what a row shows. */
export const LACKING = {
  markers: ({ serology }) => serology === 'overdue' || serology === 'missing',
  'dry-weight': ({ dryWeight }) => dryWeight === null || dryWeight.overdue,
  prescription: ({ mode }) => mode === null,
  pattern: ({ pattern }) => pattern === null,
  access: ({ access }) => access === null,
  draft: ({ hasDraft }) => hasDraft,
  consent: ({ consentsLacking }) => consentsLacking.length > 0,
} satisfies Record<string, (row: FileRow) => boolean>;
