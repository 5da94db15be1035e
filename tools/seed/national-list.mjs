/**
 * The invented national list of the demo system: what an insurer would say of the facilities' entries. Fed to the simulated platform and,
 * as if it had been downloaded, to the facilities.
 */
export const FIRST_VERSION = 'V20260101';
export const SECOND_VERSION = 'V20260601';

const SHARES_PPM = [50_000, 100_000, 150_000, 200_000, 300_000];
/** By level of the facility, third class last. */
const CAP_SHARES = [0.85, 0.9, 0.95];
const CHARGE_TYPES = { 挂号: '13', 检查: '03', 化验: '04', 治疗: '05', 手术: '06', 护理: '07', 其他: '14' };
const LIST_TYPES = { drug: '101', material: '301', item: '201' };
/** The list moved these to another grade and the facilities have not followed yet. */
const OTHER_GRADE = { 'drug-085': '甲', 'drug-112': '甲', 'drug-138': '甲', 'drug-171': '乙' };

/** The figures of its code: the same entry is always treated the same. */
const numberOf = (code) => Number(code.replace(/\D/g, '')) || 0;

const gradeOf = ({ drugId, drugDirectoryType }) => OTHER_GRADE[drugId] ?? (drugDirectoryType === '甲' || drugDirectoryType === '乙' ? drugDirectoryType : '丙');

const chargeTypeOf = (entry) =>
  entry.kind === 'drug'
    ? entry.drugType === '西药'
      ? '09'
      : '11'
    : entry.kind === 'material'
      ? '08'
      : (CHARGE_TYPES[entry.drugCategory] ?? CHARGE_TYPES[entry.drugType] ?? '14');

/** Consumables of 乙 and every fifth service have a price cap; drugs are sold by whole and by part, so they have none. */
function capsOf(entry, grade) {
  const number = numberOf(entry.medicalInsCode);
  const capped = entry.kind === 'material' ? grade === '乙' && number % 2 === 1 : entry.kind === 'item' && grade === '乙' && number % 5 === 0;
  if (!capped) return null;
  const caps = CAP_SHARES.map((share) => Math.round(entry.price * share * 100) * 10_000);
  return caps.every((cap) => cap > 0) ? caps : null;
}

/** Entries of the same code stand in it once. Shares in millionths, caps in millionths of a yuan. */
export function nationalList(entries) {
  const byCode = new Map();
  for (const entry of entries) {
    const code = entry.medicalInsCode;
    if (code === '' || byCode.has(code)) continue;
    const grade = gradeOf(entry);
    byCode.set(code, {
      code,
      name: entry.drugName,
      listType: LIST_TYPES[entry.kind],
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

/** Nobody has looked them up yet. */
const UNMAPPED = new Set([
  ...['drug-118', 'drug-119', 'drug-127', 'drug-129', 'drug-133', 'drug-134', 'drug-135', 'drug-146', 'drug-150', 'drug-163', 'drug-165'],
  ...['mat-031', 'mat-036', 'item-047', 'item-049'],
]);
/** Looked up, but the platform does not know of it yet. */
const DRAFT = new Set(['drug-156', 'drug-157', 'drug-158', 'drug-160', 'drug-161', 'drug-162', 'item-044', 'item-046']);

/** Which code a facility has put behind its entries: about nineteen of twenty. */
export const nationalMapping = (entries) =>
  entries
    .filter((entry) => entry.enableMark === 1 && !UNMAPPED.has(entry.drugId))
    .map(({ drugId, medicalInsCode }) => ({ drugId, code: medicalInsCode, reported: !DRAFT.has(drugId) }));
