import { entryNamed } from './catalogue/entries.mjs';
import { lineOf, packageLines } from './catalogue/packages.mjs';

/** Oral drugs that dialysis patients of the demo take. */
const ORAL = [
  ['阿法骨化醇软胶囊(0.25µg)', 0.25, 'µg', 'qd', 28],
  ['碳酸镧咀嚼片', 500, 'mg', 'tid', 28],
  ['苯磺酸氨氯地平片', 5, 'mg', 'qd', 28],
  ['缬沙坦胶囊', 80, 'mg', 'qd', 28],
  ['叶酸片', 5, 'mg', 'tid', 28],
  ['硝苯地平控释片', 30, 'mg', 'qd', 28],
  ['罗沙司他胶囊(50mg)', 100, 'mg', 'tiw', 28],
  ['阿托伐他汀钙片', 20, 'mg', 'qn', 28],
];
const GENERAL = [
  ['氯沙坦钾片', 50, 'mg', 'qd', 28],
  ['阿卡波糖片', 50, 'mg', 'tid', 30],
  ['尿毒清颗粒', 5, 'g', 'qid', 15],
  ['对乙酰氨基酚片', 0.5, 'g', 'tid', 3],
  ['奥美拉唑肠溶胶囊', 20, 'mg', 'qd', 14],
];
const named = ([name, amount, unit, interval, days]) => ({ name, amount, unit, interval, days });

function detail(line) {
  const entry = entryNamed(line.name);
  return { kind: entry.kind, ...lineOf(line), approvalMark: entry.limitUseSign };
}

/** What the doctors wrote where a check asked for a reason. */
export const REASONS = {
  'allergy-cross': '既往使用同类药物未见过敏，已告知患者',
  duplicate: '两药分时段使用，总量未超日剂量',
  'duplicate-other': '上一疗程即将用完，衔接用药',
  interaction: '已评估风险，间隔两小时服用',
  'interaction-other': '长期联合用药，定期监测血压和电解质',
  anticoagulants: '肝素仅用于导管封管，不进入体循环',
  'anticoagulants-other': '两次治疗分别抗凝，用药日错开',
  'dialyser-twice': '透析器凝血，治疗中更换',
  'session-twice': '当日分两次治疗，已记录',
  'dialyser-other': '上一支透析器凝血，另开一支更换',
  'session-other': '当日追加治疗一次，已记录',
  'infection-missing': '急诊透析，标本已送检，按待查患者安排',
  'dose-high': '病情需要，专科医嘱，已与患者沟通',
  renal: '已按透析调整剂量，监测血药浓度',
  pregnancy: '产科会诊意见，利大于弊，患者知情同意',
  lactation: '用药期间暂停哺乳，患者知情同意',
  'age-young': '专科会诊意见，监护人知情同意',
  'limit-use': '自费使用，患者知情同意',
  'supply-days': '慢性病长期用药，患者往返不便',
  'supply-doses': '居家用药，按疗程开具',
};

/** Patients of each facility who come to every session of the last four weeks, so that a month can be settled and drawn. */
const REGULARS = { 'org-gz': 8, 'org-wh': 2, 'org-nn': 2 };
const HISTORY_DAYS = 28;
/** Given at each session, besides the session's package. */
const AT_SESSION = [
  ['人促红素注射液(3000IU)', 6000, 'IU', 'st', 1],
  ['左卡尼汀注射液', 1, 'g', 'st', 1],
  ['蔗糖铁注射液', 100, 'mg', 'st', 1],
];

/**
 * The sessions of regular patients over four weeks, and prescriptions of the last days and of today, newest confirmed or still open, so that
 * every work list has something in it.
 */
export function buildPrescriptions(random, { patients }, { users }) {
  const doctors = users.filter((user) => user.roles.includes('doctor'));
  const prescriptions = [];
  const writtenBy = (patient, hour) => {
    const staff = doctors.filter((user) => user.orgId === patient.orgId);
    const doctor = prescriptions.length % 2 === 0 ? staff[0] : random.pick(staff);
    return {
      patientId: patient.patientId,
      orgId: patient.orgId,
      time: `${String(hour).padStart(2, '0')}:${String(random.below(60)).padStart(2, '0')}`,
      dpType: patient.patientType === 'dialysis' ? 14 : 11,
      workerId: doctor.id,
      workerName: doctor.realName,
      workerNo: doctor.enCode,
    };
  };
  const add = (patient, dayOffset, hour, state, lines) => {
    prescriptions.push({ ...writtenBy(patient, hour), dayOffset, state, lines: lines.map(detail) });
  };
  const dialysis = patients.filter((patient) => patient.patientType === 'dialysis');
  const general = patients.filter((patient) => patient.patientType !== 'dialysis');
  const sessions = ['血液透析(低通量)', '血液透析(高通量)', '血液透析滤过'];
  const regulars = Object.entries(REGULARS).flatMap(([orgId, number]) =>
    dialysis
      .filter((patient) => patient.orgId === orgId)
      .slice(-number)
      .map((patient) => ({
        ...writtenBy(patient, random.between(7, 17)),
        days: HISTORY_DAYS,
        lines: [...packageLines(random.pick(sessions)), named(random.pick(AT_SESSION))].map(detail),
        firstLines: [...packageLines('每月化验'), ...random.shuffle(ORAL).slice(0, 2).map(named)].map(detail),
      })),
  );
  const comesAnyway = new Set(regulars.map(({ patientId }) => patientId));
  const occasional = dialysis.filter(({ patientId }) => !comesAnyway.has(patientId));
  for (let back = 10; back >= 0; back -= 1) {
    for (const patient of random.shuffle(occasional).slice(0, back === 0 ? 14 : 9)) {
      const extra = random.shuffle(ORAL).slice(0, random.between(0, 3)).map(named);
      add(patient, -back, random.between(7, 17), back === 0 && random.chance(0.3) ? 'new' : 'confirmed', [...packageLines(random.pick(sessions)), ...extra]);
    }
    for (const patient of random.shuffle(general).slice(0, 5)) {
      add(patient, -back, random.between(8, 16), 'confirmed', [...packageLines('门诊复诊'), ...random.shuffle(GENERAL).slice(0, 2).map(named)]);
    }
  }
  return { prescriptions, regulars };
}
