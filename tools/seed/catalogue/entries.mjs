import { drugRows } from './drugs.mjs';
import { materialRows } from './materials.mjs';
import { NO_SAFETY, safetyOf } from './safety.mjs';
import { itemRows, labRows } from './services.mjs';

/** Catalogue rows in the shape that the prescription plugin takes. Every code starts with SIM, every maker is invented. */
const MAKERS = ['康源制药(演示)', '仁和堂药业(演示)', '南岭生物(演示)', '江城药业(演示)', '桂海制药(演示)', '安济医药(演示)'];
const USAGE_CODES = {
  口服: '1',
  嚼服: '1',
  直肠给药: '2',
  舌下含服: '3',
  皮下注射: '401',
  肌内注射: '403',
  静脉注射: '404',
  静脉滴注: '404',
  静脉泵入: '404',
  体外循环: 'hd-line',
  封管: 'hd-line',
  吸入: '5',
  局部浸润: '9',
  溶媒: '404',
};
const CONTROL = { none: '', narcotic: 'narcotic', psychotropic2: 'psych2' };
const code = (prefix, at, width = 6) => `${prefix}${String(at + 1).padStart(width, '0')}`;
const usualDays = (row) =>
  row.control === 'narcotic' ? 1 : row.frequency === 'st' ? 1 : row.control === 'psychotropic2' || row.antibiotic ? 7 : row.wholeDose ? 14 : 28;

const common = { enableMark: 1, specimen: '', ...NO_SAFETY };
/** A pen of insulin holds many doses. */
const usualDose = (row) => (row.name.includes('胰岛素') ? 8 : Number(row.doseAmount));

export const drugs = drugRows.map((row, at) => ({
  ...common,
  kind: 'drug',
  drugId: code('drug-', at, 3),
  drugName: row.name,
  drugSpec:
    row.unitsPerStock === 1
      ? `${row.doseAmount}${row.doseUnit}/${row.preparationUnit}`
      : `${row.doseAmount}${row.doseUnit}×${row.unitsPerStock}${row.preparationUnit}/${row.stockUnit}`,
  drugForm: row.form,
  drugType: row.drugType,
  drugCategory: row.category,
  medicalInsCode: code(row.drugType === '西药' ? 'XSIM' : 'ZSIM', at, 8),
  dMin: Number(row.doseAmount),
  dMinUnit: row.doseUnit,
  preparaUnit: row.preparationUnit,
  stockUnit: row.stockUnit,
  stockDmin: row.unitsPerStock,
  price: Number(row.price),
  rounding: row.wholeDose ? 'dose' : 'total',
  splitAllowed: row.splittable || (row.wholeDose && row.unitsPerStock > 1),
  stockKept: true,
  drugDirectoryType: row.grade,
  drugNumber: code('SIMD', at, 5),
  approvalNumber: code('SIM准字', at, 6),
  drugChangjia: MAKERS[at % MAKERS.length],
  limitUseSign: row.limit ? 1 : 0,
  limitUseScope: row.limit,
  controlClass: CONTROL[row.control],
  coldChain: row.coldChain,
  usualDose: usualDose(row),
  usualUsage: USAGE_CODES[row.usage] ?? '9',
  usualInterval: row.frequency,
  usualDays: usualDays(row),
  ...safetyOf(row),
}));

const counted = (unit) => ({
  dMin: 0,
  dMinUnit: '',
  preparaUnit: unit,
  stockUnit: unit,
  stockDmin: 1,
  rounding: 'total',
  splitAllowed: false,
  controlClass: '',
  coldChain: false,
  usualDose: 0,
  usualUsage: '',
  usualInterval: '',
  usualDays: 1,
});

/** No longer bought; a package still names it, as happens. */
const STOPPED = ['碘伏棉签'];

export const materials = materialRows.map((row, at) => ({
  ...common,
  enableMark: STOPPED.includes(row.name) ? 0 : 1,
  ...counted(row.unit),
  kind: 'material',
  drugId: code('mat-', at, 3),
  drugName: row.name,
  drugSpec: row.spec,
  drugForm: '耗材',
  drugType: '耗材',
  drugCategory: row.included ? '透析耗材(含于治疗费)' : '透析耗材',
  medicalInsCode: code('CSIM', at, 8),
  price: Number(row.price),
  stockKept: true,
  drugDirectoryType: row.grade,
  drugNumber: code('SIMM', at, 5),
  approvalNumber: code('SIM械字', at, 6),
  drugChangjia: MAKERS[(at + 2) % MAKERS.length],
  limitUseSign: 0,
  limitUseScope: '',
}));

const service = (prefix, start) => (row, at) => ({
  ...common,
  ...counted(row.unit),
  kind: 'item',
  drugId: code(prefix, at, 3),
  drugName: row.name,
  drugSpec: '',
  drugForm: '',
  drugType: row.category,
  drugCategory: row.category,
  medicalInsCode: code('SIM', start + at, 9),
  price: Number(row.price),
  stockKept: false,
  drugDirectoryType: row.grade,
  drugNumber: code('SIMS', start + at, 5),
  approvalNumber: '',
  drugChangjia: '',
  limitUseSign: 0,
  limitUseScope: '',
  specimen: row.category === '化验' ? (/尿|便/.test(row.name) ? '尿便' : /透析液|透析用水/.test(row.name) ? '水样' : '血') : '',
});
export const items = itemRows.map(service('item-', 0));
export const labs = labRows.map(service('lab-', 500));

const byName = new Map(
  [...drugs, ...materials, ...items, ...labs].map((entry) => [
    entry.drugSpec && entry.kind === 'material' ? `${entry.drugName} ${entry.drugSpec}` : entry.drugName,
    entry,
  ]),
);

/** The entry with this name (materials: name and specification). */
export function entryNamed(name) {
  const entry = byName.get(name);
  if (!entry) throw new Error(`no catalogue entry is called ${name}`);
  return entry;
}
