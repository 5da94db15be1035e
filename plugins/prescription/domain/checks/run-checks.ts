import type { CheckLevel } from '../../../catalogue/contract/index.ts';
import { formatScaled, type Quantity } from '@nephra/plugin-sdk/contract';
import { anticoagulantFindings } from './anticoagulants.ts';
import { type CheckedCase, type Finding, named } from './checked-line.ts';
import { otherSessionFindings, sessionFindings } from './dialysis-session.ts';
import { doseFindings, patientFindings } from './dose.ts';
import { bedFindings, infectionFindings } from './infection.ts';
import { allergyFindings, duplicateFindings, interactionFindings } from './ingredients.ts';
import { pregnancyFindings } from './pregnancy.ts';
import { limitUseFindings, supplyFindings } from './supply.ts';

/** What cannot be sold or counted at all. */
export function saleFindings({ lines }: CheckedCase): Finding[] {
  return lines.flatMap((line, index): Finding[] => {
    const one = (code: Finding['code']): Finding[] => [{ key: `${code}:${line.drugId}`, code, level: 'block', lines: [index], params: named(line, index) }];
    if (line.sale === 'unknown') return one('item-unknown');
    if (line.sale === 'disabled') return one('item-disabled');
    if (line.inputFault) return one(line.inputFault);
    if (line.fault) return one(`quantity-${line.fault}`);
    return line.drugNum === 0 ? one('quantity-zero') : [];
  });
}

const plain = (quantity: Quantity): string => String(Number(formatScaled(quantity, 4)));

/** More than there is, each drug counted over all its lines. */
export function stockFindings({ lines, stock, stockLevel }: CheckedCase): Finding[] {
  if (!stock) return [];
  const kept = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.stockKept && line.sale === 'sold');
  return [...new Set(kept.map(({ line }) => line.drugId))].flatMap((drugId): Finding[] => {
    const own = kept.filter(({ line }) => line.drugId === drugId);
    const need = own.reduce((sum, { line }) => sum + line.soldPrepUnits, 0) as Quantity;
    const have = stock.get(drugId) ?? (0 as Quantity);
    const first = own[0];
    if (need <= have || !first) return [];
    const params = { ...named(first.line, first.index), need: plain(need), have: plain(have), unit: first.line.preparaUnit };
    return [{ key: `stock-short:${drugId}`, code: 'stock-short', level: stockLevel, lines: own.map(({ index }) => index), params }];
  });
}

const WEIGHT: Readonly<Record<CheckLevel, number>> = { block: 0, reason: 1, info: 2 };

/** Every check, the hardest first, then by line. Each key stands once. */
export function runChecks(given: CheckedCase): Finding[] {
  const all = [
    // First of all: what could kill stands above what is merely mistyped.
    ...allergyFindings(given),
    ...saleFindings(given),
    ...duplicateFindings(given),
    ...interactionFindings(given),
    ...anticoagulantFindings(given),
    ...sessionFindings(given),
    ...otherSessionFindings(given),
    ...infectionFindings(given),
    ...bedFindings(given),
    ...doseFindings(given),
    ...patientFindings(given),
    ...pregnancyFindings(given),
    ...limitUseFindings(given),
    ...supplyFindings(given),
    ...stockFindings(given),
  ];
  const byKey = new Map<string, Finding>();
  for (const finding of all) if (!byKey.has(finding.key)) byKey.set(finding.key, finding);
  return [...byKey.values()].sort((a, b) => WEIGHT[a.level] - WEIGHT[b.level] || (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
}

/** The first finding that still stands in the way: a block, else a missing reason. */
export function openFinding(findings: readonly Finding[], answered: ReadonlySet<string>): Finding | undefined {
  return findings.find(({ level }) => level === 'block') ?? findings.find(({ level, key }) => level === 'reason' && !answered.has(key));
}
