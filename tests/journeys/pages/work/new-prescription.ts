import { type Caller, dataAs } from '../caller.ts';

interface Saved {
  readonly dpId: string;
  readonly version: number;
}
interface Item {
  readonly kind: string;
  readonly drugId: string;
  readonly stockUnit: string;
  readonly price: number;
  readonly stockKept: boolean;
  readonly stockNumber: number | null;
}

export interface NewPrescription {
  readonly dpId: string;
  readonly dpNumber: string;
}

/** The first treatment that costs something. */
async function treatment(doctor: Caller): Promise<Item> {
  const { list } = await dataAs<{ list: Item[] }>(doctor, 'GET', '/api/his/prescription/prescriptionitem?pageSize=50');
  const item = list.find(({ price, stockKept }) => price > 0 && !stockKept);
  if (!item) throw new Error('the catalogue has no treatment with a price');
  return item;
}

/** The material of which most is in stock. */
async function material(doctor: Caller): Promise<Item> {
  const { list } = await dataAs<{ list: Item[] }>(doctor, 'GET', '/api/his/prescription/material?pageSize=50');
  const [item] = list.filter(({ price, stockKept }) => price > 0 && stockKept).sort((a, b) => (b.stockNumber ?? 0) - (a.stockNumber ?? 0));
  if (!item?.stockNumber) throw new Error('the catalogue has no material in stock');
  return item;
}

/** Writes and confirms one treatment, or one material, for a patient beside the page; it then waits at the charging desk. */
export async function newPrescription(
  doctor: Caller,
  patientId: string,
  what: 'treatment' | 'material' = 'treatment',
  reimWay = '0',
): Promise<NewPrescription> {
  const { kind, drugId, stockUnit: drugNumUnit } = await (what === 'material' ? material(doctor) : treatment(doctor));
  const dose = { onceUsing: 0, onceUsingUnit: '', drugUsage: '', drugInterval: '', drugDays: 1 };
  const saved = await dataAs<Saved>(doctor, 'POST', '/api/his/prescription', {
    patientId,
    dpType: 14,
    dpDate: Date.now(),
    reimWay,
    visit: '',
    diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }],
    infectedHistory: [],
    prescriptionDetailList: [{ kind, drugId, ...dose, drugNum: 1, drugNumUnit, manualNum: true, isGroup: 0, approvalMark: 1 }],
  });
  const { dpNumber } = await dataAs<{ dpNumber: string }>(doctor, 'PUT', '/api/his/prescription/Actions/UpdateState', {
    dpId: saved.dpId,
    version: saved.version,
    rxStatus: 1,
  });
  return { dpId: saved.dpId, dpNumber };
}
