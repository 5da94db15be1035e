import type { Language } from '@nephra/plugin-sdk/contract';
import type { Invariant } from '@nephra/plugin-sdk/server';
import { type DataCheckView, watchContract } from '../../contract/index.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import type { ClockWatch } from '../core/clock/clock-watch.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { organizationNamesOf } from '../identity/organization-names.ts';
import type { CheckedPlugin, CheckRecord, DataCheck, Finding } from '../jobs/data-check.ts';

const SHOWN = 30;

export interface Watched {
  readonly dataCheck: DataCheck;
  readonly clockWatch: ClockWatch;
  readonly live: () => readonly CheckedPlugin[];
}

interface Reader {
  readonly isAdministrator: boolean;
  readonly orgIds: readonly string[];
  readonly can: (permission: string) => boolean;
}

/** Findings of others' facilities, and of what the reader does not work with, are not told. */
const concerns = (finding: Finding, { isAdministrator, orgIds, can }: Reader): boolean =>
  isAdministrator || (orgIds.includes(finding.orgId) && can(finding.concerns));

function saidIn(language: Language, rule: Invariant | undefined): string | undefined {
  return rule && (language === 'en' ? rule.name : rule[language]);
}

/** What the system notices about itself. */
export function watchRoutes(owner: RouteOwner, { db }: CoreParts, { dataCheck, clockWatch, live }: Watched): BoundRoute[] {
  const ruleOf = ({ pluginId, rule }: Finding) =>
    live()
      .find((plugin) => plugin.id === pluginId)
      ?.server?.invariants?.rules.find((one) => one.name === rule);

  async function present(check: CheckRecord, findings: readonly Finding[], language: Language): Promise<DataCheckView> {
    const names = await organizationNamesOf(db).of([...new Set(findings.map((one) => one.orgId))].filter((id) => id !== ''));
    return {
      finishedAt: check.finishedAt.getTime(),
      tookMs: check.tookMs,
      rules: check.rules,
      findings: findings.map((one) => ({
        pluginId: one.pluginId,
        // The plugin may be off, or have another rule now: what was written down is English.
        rule: saidIn(language, ruleOf(one)) ?? one.rule,
        organizeName: names.get(one.orgId) ?? '',
        count: one.count,
        sample: [...one.sample],
        error: one.error,
      })),
    };
  }

  return bindCore(owner, watchContract, {
    findings: async (_input, ctx) => {
      const [last] = await dataCheck.latest(1);
      const reader = { isAdministrator: ctx.user.isAdministrator, orgIds: ctx.user.orgIds, can: ctx.can };
      const own = last?.findings.filter((one) => concerns(one, reader)) ?? [];
      return last && own.length > 0 ? await present(last, own, ctx.language) : null;
    },
    history: async (_input, ctx) => {
      const reader = { isAdministrator: ctx.user.isAdministrator, orgIds: ctx.user.orgIds, can: ctx.can };
      const [checks, steps] = [await dataCheck.latest(SHOWN), await clockWatch.steps()];
      return {
        checks: await Promise.all(
          checks.map((check) =>
            present(
              check,
              check.findings.filter((one) => concerns(one, reader)),
              ctx.language,
            ),
          ),
        ),
        clockSteps: steps.map((step) => ({ at: step.at.getTime(), byMs: step.byMs, node: step.node })),
      };
    },
  });
}
