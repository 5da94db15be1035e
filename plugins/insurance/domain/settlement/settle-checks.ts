/** Medical category 14: outpatient chronic and special diseases; needs a filing (5301). */
export const CHRONIC = '14';

export interface Blocker {
  readonly key: 'not-insured' | 'no-diagnosis' | 'unmapped' | 'categories' | 'diseases' | 'self-pay' | 'empty';
  readonly params: Record<string, string>;
}

export interface CheckedPatient {
  readonly patientName: string;
  readonly psn_no: string;
  readonly reimWay: string;
  readonly medInsMark: string;
}

export interface CheckedPrescription {
  readonly dpNumber: string;
  readonly dpType: number;
  readonly reimWay: string;
  readonly diagnosis: readonly { readonly code: string; readonly name: string }[];
  readonly lines: readonly { readonly drugName: string; readonly medicalInsCode: string }[];
}

/** What keeps prescriptions from being settled with the insurer together. Words: `blockers.<key>`, and `errors.insurance.<key>` as a refusal. */
export function settleBlockers(patient: CheckedPatient, prescriptions: readonly CheckedPrescription[]): Blocker[] {
  const blockers: Blocker[] = [];
  const [first] = prescriptions;
  if (!first) return [{ key: 'empty', params: {} }];
  if (patient.psn_no === '' || patient.reimWay === '0' || patient.medInsMark === '0')
    blockers.push({ key: 'not-insured', params: { name: patient.patientName } });
  const alone = prescriptions.find((one) => one.reimWay === '0');
  if (alone) blockers.push({ key: 'self-pay', params: { dpNumber: alone.dpNumber } });
  if (prescriptions.some((one) => one.dpType !== first.dpType)) {
    blockers.push({ key: 'categories', params: { types: [...new Set(prescriptions.map((one) => String(one.dpType)))].join('、') } });
  }
  const bare = prescriptions.find((one) => one.diagnosis.length === 0);
  if (bare) blockers.push({ key: 'no-diagnosis', params: { dpNumber: bare.dpNumber } });
  const unmapped = prescriptions.flatMap((one) => one.lines).filter((line) => line.medicalInsCode === '');
  if (unmapped.length > 0)
    blockers.push({
      key: 'unmapped',
      params: { names: [...new Set(unmapped.map((line) => line.drugName))].slice(0, 5).join('、'), count: String(unmapped.length) },
    });
  return blockers;
}

export interface Filing {
  readonly opsp_dise_code: string;
  readonly opsp_dise_name: string;
  /** `YYYY-MM-DD`, maybe with a time; empty: open. */
  readonly begndate: string;
  readonly enddate: string;
}

const dayIn = (text: string): string => text.slice(0, 10);

/** In force on every day of the span (`YYYY-MM-DD`, both inclusive). */
export const filingCovers = (filing: Filing, from: string, to: string): boolean =>
  (filing.begndate === '' || dayIn(filing.begndate) <= from) && (filing.enddate === '' || dayIn(filing.enddate) >= to);

/**
 * The filing under which a chronic disease is settled: the one that was asked for, else the one and only, else that of dialysis. Undefined
 * when none covers the days.
 */
export function filingFor(
  filings: readonly Filing[],
  { wanted, usual, from, to }: { wanted: string; usual: string; from: string; to: string },
): Filing | undefined {
  const valid = filings.filter((one) => filingCovers(one, from, to));
  if (wanted !== '') return valid.find((one) => one.opsp_dise_code === wanted);
  return valid.find((one) => one.opsp_dise_code === usual) ?? (valid.length === 1 ? valid[0] : undefined);
}

/** A refusal of 2207 or 2206 that speaks of the batch: the fees must come anew under another one. */
export const asksForNewBatch = (reason: string): boolean => /批次|重新上传|重复结算/.test(reason);

/** A refusal of 2205 that says the fees are settled: what we believe is wrong then. */
export const saysSettled = (reason: string): boolean => /已结算|已经结算/.test(reason);
