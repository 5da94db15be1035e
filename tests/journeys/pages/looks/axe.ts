import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { expectReachable } from './reach.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A fault of a library that cannot be mended here. */
interface Exception {
  /** What was audited when it shows; it must still show there. */
  readonly at: string;
  readonly rule: string;
  /** What the selector that axe gives contains. */
  readonly selector: string;
  readonly reason: string;
}

/** All exceptions. One that is no longer needed makes the audit fail. */
export const EXCEPTIONS: readonly Exception[] = [];

interface Violation {
  readonly rule: string;
  readonly impact: string;
  readonly selector: string;
  readonly why: string;
}

/** What axe finds on the page as it is, by WCAG 2 A and AA and its best practices. Hidden views and motion are the page's own affair. */
async function violationsOf(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(async (tags) => {
    interface Result {
      readonly violations: readonly { id: string; impact: string; nodes: readonly { target: readonly unknown[]; failureSummary?: string; html: string }[] }[];
    }
    const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<Result> } };
    // Experimental there, but what a person says to the microphone is what stands on the button.
    // Lists and menus that float are reached through what opens them; no landmark holds them.
    const rules = { 'label-content-name-mismatch': { enabled: true }, region: { enabled: false } };
    const { violations } = await axe.run(document, { runOnly: tags, rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary = '', html }) => ({
        rule: id,
        impact,
        selector: target.join(' '),
        why: `${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ')}`,
      })),
    );
  }, RULES);
}

/** What stands still is judged: a colour on its way is none. Motion that never ends (a spinner) is not waited for. */
const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((motion) => motion.finished));
  });

/** Nothing is on its way any more. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(
    page.locator('.nk-skeleton:visible, .semi-skeleton:visible, .semi-spin-wrapper:visible, .nf-loading:visible, .nk-field-wait:visible'),
  ).toHaveCount(0);
  await stillness(page);
}

/** Fails with every violation, minor ones too, and where a control cannot be reached. @param at what is looked at, for the message and the exceptions */
export async function expectAccessible(page: Page, at: string): Promise<void> {
  await expectDrawn(page);
  await expectReachable(page, at);
  const violations = await violationsOf(page);
  const here = EXCEPTIONS.filter((exception) => exception.at === at);
  const isExcepted = (exception: Exception, { rule, selector }: Violation): boolean => exception.rule === rule && selector.includes(exception.selector);
  const left = violations.filter((violation) => !here.some((exception) => isExcepted(exception, violation)));
  const idle = here.filter((exception) => !violations.some((violation) => isExcepted(exception, violation)));
  expect(
    left.map(({ rule, impact, selector, why }) => `${rule} (${impact}) ${selector}: ${why}`),
    at,
  ).toEqual([]);
  expect(idle, `exceptions that ${at} no longer needs`).toEqual([]);
}
