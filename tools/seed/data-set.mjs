import { buildAssistant } from './systems/assistant.mjs';
import { diagnosisRows } from './catalogue/diagnoses.mjs';
import { interactionPairs } from './catalogue/drugs.mjs';
import { drugs, items, labs, materials } from './catalogue/entries.mjs';
import { packages } from './catalogue/packages.mjs';
import { buildPrices } from './catalogue/prices.mjs';
import { buildDialysisFiles } from './dialysis-file.mjs';
import { dictionaries } from './dictionaries.mjs';
import { buildInsurance } from './systems/insurance.mjs';
import { buildWechat } from './systems/wechat.mjs';
import { buildMail } from './systems/mail.mjs';
import { buildCharging, buildPharmacy } from './money-and-stock.mjs';
import { buildPatients, tellPregnancies } from './patients.mjs';
import { createPeople } from './people.mjs';
import { buildPrescriptions, REASONS } from './prescriptions.mjs';
import { createRandom } from './random.mjs';
import { buildSchedule } from './schedule.mjs';
import { buildCore, FACILITIES } from './staff.mjs';

/** Who treats in a facility: a doctor and two nurses. */
function treatingStaff({ users }, orgId) {
  const withRole = (role) =>
    users.filter((user) => user.orgId === orgId && user.roles.includes(role)).map(({ id, realName, enCode }) => ({ userId: id, userName: realName, enCode }));
  const [doctor] = withRole('doctor');
  return { orgId, doctor, nurses: [...withRole('nurse'), ...withRole('treatnurse')].slice(0, 2) };
}

/** Who writes notes and proposes in a facility. */
function roundStaff(core, orgId) {
  const { doctor, nurses } = treatingStaff(core, orgId);
  const [nurse] = nurses;
  return { orgId, doctor, nurse };
}

/**
 * All files of the data set by name.
 * @param simulatorPort where the demo's connections find the simulated insurance platform; the usual one unless told
 * @param assistantPort the same of the simulated model of the assistant
 * @param mailPort the same of the simulated mail server
 * @param wechatPort the same of the simulated WeChat
 * @param treatmentDays how many days back treatments go; half a year unless told
 */
export function buildDataSet(seed = 20_261, { simulatorPort, assistantPort, mailPort, wechatPort, treatmentDays } = {}) {
  const random = createRandom(seed);
  const people = createPeople(random);
  const core = buildCore(people);
  const patient = buildPatients(random, people);
  const { prescriptions, regulars } = buildPrescriptions(random, patient, core);
  tellPregnancies(patient.patients, [...prescriptions, ...regulars]);
  // Whoever comes to every session has a monthly account.
  const monthAccounts = FACILITIES.map((orgId) => ({ orgId, patientIds: regulars.filter((one) => one.orgId === orgId).map((one) => one.patientId) }));
  const interactions = interactionPairs.map(([ingredientA, ingredientB, level, note], at) => ({
    id: `interaction-${String(at + 1).padStart(2, '0')}`,
    ingredientA,
    ingredientB,
    level,
    note,
  }));
  const catalogue = {
    catalogueOrgIds: FACILITIES,
    drugs,
    materials,
    items,
    labs,
    prices: buildPrices([...drugs, ...materials, ...items, ...labs]),
    packages,
    interactions,
    diagnoses: diagnosisRows,
  };
  return {
    core,
    patient,
    catalogue,
    'dialysis-file': buildDialysisFiles(patient, core),
    prescription: { regulars, prescriptions, reasons: REASONS },
    charging: { ...buildCharging(core), monthAccounts },
    pharmacy: buildPharmacy(random, core),
    system: { dictionaries },
    data: {},
    chat: {},
    documents: {},
    'dialysis-schedule': buildSchedule(),
    'dialysis-session': { staff: FACILITIES.map((orgId) => treatingStaff(core, orgId)), ...(treatmentDays && { days: treatmentDays }) },
    'dialysis-round': { staff: FACILITIES.map((orgId) => roundStaff(core, orgId)) },
    message: {},
    assistant: buildAssistant(assistantPort),
    mail: buildMail(mailPort),
    wechat: buildWechat(wechatPort),
    insurance: buildInsurance(core, [...drugs, ...materials, ...items, ...labs], simulatorPort),
  };
}
