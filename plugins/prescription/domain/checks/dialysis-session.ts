import { occurrences } from '../frequency.ts';
import { type CheckedCase, type CheckedLine, type Finding, named } from './checked-line.ts';
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

const isPart = ({ kind, name }: Part, line: CheckedLine): boolean =>
  line.kind === kind && line.sale !== 'unknown' && name.test(line.drugName) && !BESIDE.test(line.drugName);

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

/** More than one treatment, dialyser or cartridge for one session. A second one may have clotted or burst: that is a reason. */
export function sessionFindings({ lines }: CheckedCase): Finding[] {
  return PARTS.flatMap((part): Finding[] => {
    const own = lines.map((line, index) => ({ line, index })).filter(({ line }) => isPart(part, line));
    const n = own.reduce((sum, { line }) => sum + perTreatment(line), 0);
    const last = own.at(-1);
    if (n <= 1 || !last) return [];
    const code = part.kind === 'item' ? 'session-twice' : 'dialyser-twice';
    const names = [...new Set(own.map(({ line }) => line.drugName))].join(' + ');
    return [
      {
        key: `${code}:${part.part}:${own
          .map(({ line }) => line.drugId)
          .sort()
          .join('+')}:${n}`,
        code,
        level: 'reason',
        lines: own.map(({ index }) => index),
        params: { ...named(last.line, last.index), names, n },
      },
    ];
  });
}
