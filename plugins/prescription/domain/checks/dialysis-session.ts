import { occurrences } from '../../../catalogue/contract/index.ts';
import { type CheckedCase, type CheckedLine, type Finding, named, type SameDayLine } from './checked-line.ts';
import { dosesOfDay } from './dose.ts';

/** What stands around a treatment and is none. */
const BESIDE = /护理|监测|管理|检查|检测|评估|指导|培训|置管|导管|管路|管道|接头|复用|消毒|冲洗/;
/** Units of what is counted by the time it takes. */
const BY_TIME = /小时|分钟|^天$|^日$/;
const QUANTITY_SCALE = 10_000;

/** Parts of a treatment of which one session has one. A name may be two of them: dialysis and perfusion together. */
const PARTS = [
  { part: 'session', kind: 'item', name: /血液透析|血液滤过|透析滤过|连续性肾脏替代|连续性血液净化/ },
  { part: 'perfusion', kind: 'item', name: /灌流/ },
  { part: 'dialyser', kind: 'material', name: /透析器|滤过器|血滤器|血液滤器/ },
  { part: 'cartridge', kind: 'material', name: /灌流器/ },
] as const;
type Part = (typeof PARTS)[number];

const isNamed = ({ kind, name }: Part, line: Pick<CheckedLine, 'kind' | 'drugName'>): boolean =>
  line.kind === kind && name.test(line.drugName) && !BESIDE.test(line.drugName);
const isPart = (part: Part, line: CheckedLine): boolean => line.sale !== 'unknown' && isNamed(part, line);

const linesOf = (part: Part, lines: readonly CheckedLine[]) => lines.map((line, index) => ({ line, index })).filter(({ line }) => isPart(part, line));
const namesOf = (lines: readonly Pick<CheckedLine, 'drugName'>[]): string => [...new Set(lines.map(({ drugName }) => drugName))].join(' + ');
const idsOf = (own: readonly { readonly line: CheckedLine }[]): string =>
  own
    .map(({ line }) => line.drugId)
    .sort()
    .join('+');

/** How many of it one treatment takes: a course of twelve sessions is one each, a treatment that is sold by the hour is one. */
function perTreatment(line: CheckedLine): number {
  if (BY_TIME.test(line.preparaUnit)) return 1;
  const wanted = line.manualNum
    ? line.soldPrepUnits / QUANTITY_SCALE / (occurrences(line.drugInterval, line.drugDays) ?? 1)
    : line.onceUsing * dosesOfDay(line.drugInterval);
  return Number.isFinite(wanted) ? Math.max(1, Math.ceil(wanted)) : 1;
}

/** The line that makes the prescription one of dialysis; undefined when nothing does. */
export const treatmentLine = (lines: readonly CheckedLine[]): number | undefined => {
  const at = lines.findIndex((line) => PARTS.some((part) => part.kind === 'item' && isPart(part, line)));
  return at < 0 ? undefined : at;
};

/** True when a line is a part of which a patient gets one a session. */
export const hasTreatmentPart = (lines: readonly CheckedLine[]): boolean => PARTS.some((part) => lines.some((line) => isPart(part, line)));

/** More than one treatment, dialyser or cartridge for one session. A second one may have clotted or burst: that is a reason. */
export function sessionFindings({ lines }: CheckedCase): Finding[] {
  return PARTS.flatMap((part): Finding[] => {
    const own = linesOf(part, lines);
    const n = own.reduce((sum, { line }) => sum + perTreatment(line), 0);
    const last = own.at(-1);
    if (n <= 1 || !last) return [];
    const code = part.kind === 'item' ? 'session-twice' : 'dialyser-twice';
    return [
      {
        key: `${code}:${part.part}:${idsOf(own)}:${n}`,
        code,
        level: 'reason',
        lines: own.map(({ index }) => index),
        params: { ...named(last.line, last.index), names: namesOf(own.map(({ line }) => line)), n },
      },
    ];
  });
}

/**
 * The same part on another prescription of the day, once for each of those. Whoever signs the second one gives the reason; a draft, which may
 * never be signed, is only pointed out.
 */
export function otherSessionFindings({ lines, sameDay = [] }: CheckedCase): Finding[] {
  return PARTS.flatMap((part): Finding[] => {
    const own = linesOf(part, lines);
    const last = own.at(-1);
    if (!last) return [];
    const others = new Map<string, SameDayLine[]>();
    for (const other of sameDay) if (isNamed(part, other)) others.set(other.dpId, [...(others.get(other.dpId) ?? []), other]);
    const code = part.kind === 'item' ? 'session-other' : 'dialyser-other';
    return [...others].map(([dpId, found]) => ({
      key: `${code}:${part.part}:${idsOf(own)}:${dpId}`,
      code,
      level: found.some(({ signed }) => signed) ? 'reason' : 'info',
      lines: own.map(({ index }) => index),
      params: { ...named(last.line, last.index), names: namesOf(found), dpNumber: found[0]?.dpNumber ?? '' },
    }));
  });
}
