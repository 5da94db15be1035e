import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientContent } from '../../support/patient-content.ts';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../support/server.ts';

// Patients, prescriptions and papers of the stock are numbered by the rules of the site, on a database that has such papers already.

const RULES = '/api/system/BillRule';
const PLAN = { dialysisNo: '', mode: 'HD', weekdays: [2, 4, 6], classId: '', bed: '', firstDate: null, dryWeight: null, access: '' };
const DOSE = { onceUsing: 0, onceUsingUnit: '', drugUsage: '', drugInterval: '', drugDays: 1 };

let server: TestServer;
let admin: TestClient;
let doctor: TestClient;
let pharmacist: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  admin = await server.signIn('admin');
  doctor = await server.signIn('doctor');
  pharmacist = await server.signIn('pharmacist');
});
afterAll(() => server.close());

let made = 0;
const key = () => {
  made += 1;
  return { 'idempotency-key': `numbers-by-rule-${made}` };
};
function dataOf<T>(answer: Answer<T>): T {
  if (answer.code !== EnvelopeCode.Ok) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.extras)}`);
  return answer.data;
}

interface File {
  readonly patientId: string;
  readonly outpatientCode: string;
  readonly dialysis: { readonly dialysisNo: string } | null;
}
/** A patient on dialysis, whose file has both numbers. */
async function newFile(): Promise<File> {
  made += 1;
  const content = patientContent(`SIM 编号${made}`, { patientType: 'dialysis', dialysis: PLAN });
  const { patientId } = dataOf(await doctor.post<File>('/api/his/patient', content, key()));
  return dataOf(await doctor.get<File>(`/api/his/patient/${patientId}`));
}
async function newPrescription(): Promise<string> {
  const { patientId } = await newFile();
  const { list } = dataOf(
    await doctor.get<{ list: { kind: string; drugId: string; stockUnit: string; price: number; stockKept: boolean }[] }>(
      '/api/his/prescription/prescriptionitem?pageSize=50',
    ),
  );
  const item = list.find(({ price, stockKept }) => price > 0 && !stockKept);
  const line = { ...DOSE, kind: item?.kind, drugId: item?.drugId, drugNum: 1, drugNumUnit: item?.stockUnit, manualNum: true, isGroup: 0, approvalMark: 1 };
  const body = {
    ...{ patientId, dpType: 14, dpDate: server.time.now.getTime(), reimWay: '0', visit: '', diagnosis: [{ code: 'N18.500', name: '慢性肾脏病5期' }] },
    ...{ infectedHistory: [], prescriptionDetailList: [line] },
  };
  const { dpId } = dataOf(await doctor.post<{ dpId: string }>('/api/his/prescription', body, key()));
  return dataOf(await doctor.get<{ dpNumber: string }>(`/api/his/prescription/${dpId}`)).dpNumber;
}
async function newReceipt(): Promise<string> {
  const [item] = dataOf(await pharmacist.get<{ list: { drugId: string }[] }>('/api/his/pharmacy/item?pageSize=1')).list;
  const line = { drugId: item?.drugId, lotNo: 'SIM-RULE', expiresOn: '2028-05-31', quantity: 1, cost: 1, location: 'A-01' };
  const note = { supplier: 'SIM 供应商', invoiceNo: '', note: '', lines: [line] };
  return dataOf(await pharmacist.post<{ receiptNo: string }>('/api/his/pharmacy/receipt', note, key())).receiptNo;
}
const newCount = async (): Promise<string> =>
  dataOf(await pharmacist.post<{ countNo: string }>('/api/his/pharmacy/count', { basis: 'shelf', note: '' }, key())).countNo;

/** What is numbered, where its numbers stand, and how one more is made. */
const PAPERS = [
  { code: 'patient.outpatient', prefix: 'SIMA', at: 'patient.patient.outpatient_code', make: async () => (await newFile()).outpatientCode },
  { code: 'patient.dialysis', prefix: 'SIMB', at: 'patient.patient.dialysis_no', make: async () => (await newFile()).dialysis?.dialysisNo ?? '' },
  { code: 'prescription.number', prefix: 'SIMC', at: 'prescription.prescription.dp_number', make: newPrescription },
  { code: 'pharmacy.receipt', prefix: 'SIMD', at: 'pharmacy.goods_receipt.receipt_no', make: newReceipt },
  { code: 'pharmacy.count', prefix: 'SIME', at: 'pharmacy.stock_count.count_no', make: newCount },
] as const;

interface Rule {
  readonly id: string;
  readonly enCode: string;
  readonly prefix: string;
  readonly usedFor: string;
  readonly enabledMark: number;
  readonly outputNumber: string;
}
const ruleOf = async (code: string): Promise<Rule> => {
  const { list } = dataOf(await admin.get<{ list: Rule[] }>(`${RULES}?keyword=${code}`));
  const found = list.find(({ enCode }) => enCode === code);
  if (!found) throw new Error(`no rule ${code}`);
  return found;
};
/** Numbers that stand in the database, of all organisations. */
async function standing(at: string): Promise<Set<string>> {
  const [schema = '', table = '', number = ''] = at.split('.');
  const { rows } = await sql<{
    number: string;
  }>`select ${sql.ref(number)} as number from ${sql.table(`${schema}.${table}`)} where ${sql.ref(number)} <> ''`.execute(server.db);
  return new Set(rows.map((row) => row.number));
}
/** The count at the end of a number, without its prefix and date. */
const countOf = (number: string): number => Number(/\d{3,4}$/.exec(number)?.[0]);

describe('[7.14-03] numbers by the rules of the site, where papers are there already', () => {
  it.each(PAPERS)('$code: by itself until its rule is on, by the rule while it is, and by itself from where it was', async ({ code, prefix, at, make }) => {
    await make();
    const before = await standing(at);
    expect(before.size).toBeGreaterThan(0);
    const rule = await ruleOf(code);
    expect(rule).toMatchObject({ enabledMark: 0, outputNumber: '', usedFor: expect.stringMatching(/号/) });

    const own = await make();
    expect(before.has(own)).toBe(false);
    expect(own.startsWith(rule.prefix)).toBe(true);

    dataOf(await admin.put(`${RULES}/${rule.id}`, { ...rule, prefix, dateFormat: 'yyyy', digit: 6, startNumber: '41', enabledMark: 1 }));
    const numbers = [await make(), await make()];
    expect(numbers).toEqual([`${prefix}2026000041`, `${prefix}2026000042`]);
    expect((await ruleOf(code)).outputNumber).toBe(numbers[1]);
    // What was numbered before keeps its number.
    const after = await standing(at);
    expect([...before, own, ...numbers].filter((number) => !after.has(number))).toEqual([]);

    dataOf(await admin.put(`${RULES}/${rule.id}/Actions/State`, undefined, key()));
    const again = await make();
    expect([again.slice(0, -3), countOf(again)]).toEqual([own.slice(0, -3), countOf(own) + 1]);
    expect((await admin.del(`${RULES}/${rule.id}`)).extras).toMatchObject({ error: 'system.rule-in-use' });
  });

  it('pharmacists of one organisation that receive at once get one number each', async () => {
    const rule = await ruleOf('pharmacy.receipt');
    if (rule.enabledMark === 0) dataOf(await admin.put(`${RULES}/${rule.id}/Actions/State`, undefined, key()));
    const numbers = await Promise.all(Array.from({ length: 6 }, newReceipt));
    expect(new Set(numbers).size).toBe(6);
    for (const number of numbers) expect(number).toMatch(/^SIMD2026\d{6}$/);
  });
});
