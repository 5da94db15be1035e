import { type Desk, dataAs } from './desk.ts';

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
}

/** Writes and confirms one treatment for a patient beside the page. @returns number of the prescription, which then waits at the charging desk */
export async function newPrescription(doctor: Desk, patientId: string): Promise<string> {
  const { list } = await dataAs<{ list: Item[] }>(doctor, 'GET', '/api/his/prescription/prescriptionitem?pageSize=50');
  const item = list.find(({ price, stockKept }) => price > 0 && !stockKept);
  if (!item) throw new Error('the catalogue has no treatment with a price');
  const { kind, drugId, stockUnit: drugNumUnit } = item;
  const dose = { onceUsing: 0, onceUsingUnit: '', drugUsage: '', drugInterval: '', drugDays: 1 };
  const saved = await dataAs<Saved>(doctor, 'POST', '/api/his/prescription', {
    patientId,
    dpType: 14,
    dpDate: await doctor.page.evaluate(() => Date.now()),
    reimWay: '0',
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
  return dpNumber;
}
