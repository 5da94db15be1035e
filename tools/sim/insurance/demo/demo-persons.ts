import { monthEnd, wireDay } from '../clock.ts';
import type { Filing, Person } from '../model.ts';

/** What is taken of a patient of the demo data set. */
export interface DemoPatient {
  readonly patientName: string;
  readonly patientSex: number;
  readonly birthday: string;
  readonly patientIdcard: string;
  readonly patientType: string;
  readonly reimWay: string;
  readonly psn_no: string;
  readonly insuplc_admdvs: string;
}

export const DIALYSIS_FILING = { code: 'M07801', name: '慢性肾功能衰竭(透析治疗)' };
const RETIRED_FROM = 60;

const filingsOf = (patient: DemoPatient, state: string, today: string): Filing[] =>
  patient.patientType !== 'dialysis' || state === '29' ? [] : [{ ...DIALYSIS_FILING, begin: '2025-01-01', end: state === '41' ? monthEnd(today) : '' }];

/** Insured patients of the demo data set as the platform knows them; the last two digits of psn_no decide on special states (see README). */
export function demoPersons(patients: readonly DemoPatient[], now: Date): Person[] {
  const today = wireDay(now);
  return patients
    .filter(({ psn_no }) => psn_no !== '')
    .map((patient) => {
      const state = patient.psn_no.slice(-2);
      const order = Number(patient.psn_no.slice(-4));
      const age = Number(today.slice(0, 4)) - Number(patient.birthday.slice(0, 4));
      const employee = patient.reimWay === '310';
      return {
        psnNo: patient.psn_no,
        name: patient.patientName,
        gend: String(patient.patientSex),
        birthday: patient.birthday,
        certNo: patient.patientIdcard,
        insutype: patient.reimWay,
        psnType: employee ? (age >= RETIRED_FROM ? '12' : '11') : age >= RETIRED_FROM ? '16' : '15',
        area: patient.insuplc_admdvs,
        paused: state === '17',
        civilServant: state === '65',
        inNeed: state === '77',
        accountFen: state === '53' || !employee ? 0 : 120_000 + ((order * 7919) % 480_000),
        familyFen: state === '89' ? 300_000 : 0,
        filings: filingsOf(patient, state, today),
      };
    });
}
