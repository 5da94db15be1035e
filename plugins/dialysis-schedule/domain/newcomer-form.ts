import type { BodyOf } from '@nephra/plugin-sdk/contract';
import type { dialysisFileContract, DialysisMode } from '../../dialysis-file/contract/index.ts';
import type { PatientCreate } from '../../patient/contract/index.ts';
import { type BroughtMarkers, resultsOf } from './rules/newcomers/newcomer.ts';

type FileRoutes = (typeof dialysisFileContract)['routes'];
export type Proposal = Omit<BodyOf<FileRoutes['propose']>, 'version'>;
export type Opening = BodyOf<FileRoutes['open']>;
export type Sample = BodyOf<FileRoutes['results']>;
export type NewAccess = BodyOf<FileRoutes['addAccess']>;
export type Agent = Proposal['anticoagulant']['agent'];
export const AGENTS: readonly Agent[] = ['heparin', 'lmwh', 'dalteparin', 'argatroban', 'citrate', 'nafamostat', 'none'];
export type AccessKind = NewAccess['kind'];
export const ACCESS_KINDS: readonly AccessKind[] = ['AVF', 'AVG', 'TCC', 'NCC'];
export const SIDES = ['left', 'right'] as const;

/** Of somebody who comes for the first time. Nothing is filled in as if it were known. */
export interface NewcomerForm {
  name: string;
  sex: 0 | 1 | 2;
  /** `YYYY-MM-DD`; empty: not told. */
  birthday: string;
  document: string;
  phone: string;
  from: string;
  allergies: string;
  /** Of the sample. */
  markersOn: string;
  markers: BroughtMarkers;
  mode: DialysisMode | '';
  minutes: number;
  bloodFlow: number;
  /** As they are called where the patient comes from. */
  dialyser: string;
  perfusor: string;
  agent: Agent | '';
  firstDose: number | null;
  unit: string;
  accessKind: AccessKind | '';
  accessSide: (typeof SIDES)[number];
  accessSite: string;
}

export const EMPTY_FORM: NewcomerForm = {
  ...{ name: '', sex: 0, birthday: '', document: '', phone: '', from: '', allergies: '', markersOn: '', markers: {} },
  ...{
    mode: '',
    minutes: 240,
    bloodFlow: 200,
    dialyser: '',
    perfusor: '',
    agent: '',
    firstDose: null,
    unit: 'mg',
    accessKind: '',
    accessSide: 'left',
    accessSite: '',
  },
};

export const allergiesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,，、;；]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** A patient file with what is known; numbers are issued, and who pays is for the desk to say. */
export const patientOf = (form: NewcomerForm, notDuplicateOf: readonly string[]): PatientCreate => ({
  ...{ patientName: form.name.trim(), patientSex: form.sex, birthday: form.birthday === '' ? null : form.birthday },
  ...{ psn_cert_type: '01', patientIdcard: form.document.trim(), phone: form.phone.trim(), address: '', contactName: '', contactPhone: '' },
  ...{ outpatientCode: '', patientType: 'dialysis', reimWay: '0', medInsMark: '0', psn_no: '', insuplc_admdvs: '' },
  ...{ infectedHistory: [], infectionCheckedOn: null, visit: '', diagnosis: [], allergies: allergiesOf(form.allergies), note: form.from.trim() },
  // Of what is not told the file asks for one all the same; the prescription says which.
  dialysis: { dialysisNo: '', mode: form.mode === '' ? 'HD' : form.mode, weekdays: [], classId: '', bed: '', firstDate: null, dryWeight: null, access: '' },
  notDuplicateOf: [...notDuplicateOf],
});

export const openingOf = (patientId: string, transient: boolean, form: NewcomerForm): Opening => ({
  ...{ patientId, firstDialysisOn: null, firstHereOn: null, cause: '', causeNote: '', residualUrine: null, comorbidities: [], bloodGroup: '' },
  ...{ heightCm: null, nurseId: null, doctorId: null, transient, dialyserAllergies: [], note: form.from.trim() },
});

/** Undefined: nothing was brought along. */
export function sampleOf({ markers, markersOn, from }: NewcomerForm): Sample | undefined {
  const results = resultsOf(markers, markersOn).map(({ marker, result, titre }) => ({ marker, result, titre: titre ?? null }));
  return results.length === 0 ? undefined : { on: markersOn, results, note: from.trim() };
}

export const accessOf = ({ accessKind, accessSide, accessSite, from }: NewcomerForm): NewAccess | undefined =>
  accessKind === ''
    ? undefined
    : {
        ...{ kind: accessKind, side: accessSide, site: accessSite.trim(), madeOn: null, firstUsedOn: null, hospital: from.trim(), surgeon: '', note: '' },
        ...{ needleGauge: null, punctureMethod: null, lockArterial: null, lockVenous: null, state: 'in-use' },
      };

/** Modes that a plan without a dialyser, or with a cartridge, is written for. */
export const asksDialyser = (mode: NewcomerForm['mode']): boolean => mode !== '' && mode !== 'HP' && mode !== 'PE';
export const asksPerfusor = (mode: NewcomerForm['mode']): boolean => mode === 'HP' || mode === 'HD+HP';

/** What a doctor signs or changes: the plan that was brought along, the bath as most centres begin. Undefined: too little of a plan was brought. */
export function proposalOf({ mode, minutes, bloodFlow, agent, firstDose, unit, ...form }: NewcomerForm, remark: string): Proposal | undefined {
  const [dialyserName, perfusorName] = [asksDialyser(mode) ? form.dialyser.trim() : '', asksPerfusor(mode) ? form.perfusor.trim() : ''];
  if (mode === '' || agent === '' || (asksDialyser(mode) && dialyserName === '') || (asksPerfusor(mode) && perfusorName === '')) return undefined;
  return {
    ...{ mode, minutes, bloodFlow, dialysateFlow: 500, sodium: 138, potassium: 2, calcium: 1.5, bicarbonate: 32, glucose: 5.5, temperature: 36.5 },
    ...{ sodiumProfile: 'fixed', dialyserId: null, dialyserName, perfusorId: null, perfusorName, ufTarget: null, isolatedFirst: null, remark },
    substitution: mode === 'HDF' || mode === 'HF' ? { volume: 18, site: 'post' } : null,
    anticoagulant: {
      ...{ agent, firstDose: agent === 'none' ? null : firstDose, perHour: null, unit: agent === 'none' ? '' : unit, stopMinutesBeforeEnd: null, note: '' },
    },
  };
}
