import type { CatalogueEntry } from '../model.ts';

/** What is taken of a catalogue entry of the demo data set. */
export interface DemoEntry {
  readonly kind: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly drugForm: string;
  readonly drugType: string;
  readonly drugCategory: string;
  readonly medicalInsCode: string;
  readonly drugDirectoryType: string;
  readonly approvalNumber: string;
  readonly drugChangjia: string;
  readonly limitUseSign: number;
  readonly limitUseScope: string;
  readonly preparaUnit: string;
  readonly stockUnit: string;
  readonly stockDmin: number;
  readonly price: number;
}

export const FIRST_VERSION = 'V20260101';
export const SECOND_VERSION = 'V20260601';
const SHARES_PPM = [50_000, 100_000, 150_000, 200_000, 300_000];
const CAP_SHARES = [0.85, 0.9, 0.95] as const;
const CHARGE_TYPES: Readonly<Record<string, string>> = { 挂号: '13', 检查: '03', 化验: '04', 治疗: '05', 手术: '06', 护理: '07', 其他: '14' };

/** The figures of its code: the same entry is always treated the same. */
const numberOf = (code: string) => Number(code.replace(/\D/g, '')) || 0;

const gradeOf = (text: string): CatalogueEntry['grade'] => (text === '甲' || text === '乙' ? text : '丙');

const chargeTypeOf = (entry: DemoEntry) =>
  entry.kind === 'drug'
    ? entry.drugType === '西药'
      ? '09'
      : '11'
    : entry.kind === 'material'
      ? '08'
      : (CHARGE_TYPES[entry.drugCategory] ?? CHARGE_TYPES[entry.drugType] ?? '14');

/** Consumables of 乙 and every fifth service have a price cap; drugs are sold by whole and by part, so they have none. */
function capsOf(entry: DemoEntry, grade: CatalogueEntry['grade']): CatalogueEntry['caps'] {
  const number = numberOf(entry.medicalInsCode);
  const capped = entry.kind === 'material' ? grade === '乙' && number % 2 === 1 : entry.kind === 'item' && grade === '乙' && number % 5 === 0;
  if (!capped) return null;
  const [first, second, third] = CAP_SHARES.map((share) => Math.round(entry.price * share * 100) * 10_000);
  return first && second && third ? [first, second, third] : null;
}

/** National catalogue made of the demo data set; entries of the same code stand in it once. */
export function demoCatalogue(entries: readonly DemoEntry[]): CatalogueEntry[] {
  const byCode = new Map<string, CatalogueEntry>();
  for (const entry of entries) {
    const code = entry.medicalInsCode;
    if (code === '' || byCode.has(code)) continue;
    const grade = gradeOf(entry.drugDirectoryType);
    byCode.set(code, {
      code,
      name: entry.drugName,
      listType: entry.kind === 'drug' ? '101' : entry.kind === 'material' ? '301' : '201',
      chargeType: chargeTypeOf(entry),
      grade,
      limited: entry.limitUseSign === 1,
      limitText: entry.limitUseScope,
      sharePpm: grade === '甲' ? 0 : grade === '丙' ? 1_000_000 : (SHARES_PPM[numberOf(code) % SHARES_PPM.length] ?? 100_000),
      caps: capsOf(entry, grade),
      spec: entry.drugSpec,
      form: entry.drugForm,
      unit: entry.preparaUnit,
      packUnit: entry.stockUnit,
      packQuantity: entry.stockDmin,
      approval: entry.approvalNumber,
      maker: entry.drugChangjia,
      version: numberOf(code) % 10 === 3 ? SECOND_VERSION : FIRST_VERSION,
    });
  }
  return [...byCode.values()];
}
