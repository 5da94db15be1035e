import { identityNumber, phoneNumber } from './people.mjs';

const CLASSES = [
  ['morning', '上午班', '07:30', '11:30'],
  ['afternoon', '下午班', '12:30', '16:30'],
  ['evening', '晚班', '17:30', '21:30'],
];
const CITIES = { 'org-gz': ['广州市', '440100'], 'org-wh': ['武汉市', '420100'], 'org-nn': ['南宁市', '450100'] };
const PLANS = [
  [1, 3, 5],
  [2, 4, 6],
];
/** Who of the main centre comes twice a week, by place in the list: days, and a bed that nobody else has in any rhythm. */
const TWICE_A_WEEK = new Map([
  [15, [[1, 4], 'A15']],
  [34, [[2, 5], 'A16']],
  [55, [[3, 6], 'A17']],
]);
const MODES = ['HD', 'HD', 'HD', 'HDF', 'HD+HP'];
const ACCESS = ['自体动静脉内瘘(左前臂)', '自体动静脉内瘘(右前臂)', '人工血管内瘘(左上臂)', '长期导管(右颈内静脉)'];
const ALLERGIES = [
  '青霉素',
  '头孢菌素',
  '磺胺类',
  '右旋糖酐',
  '碘造影剂',
  '阿司匹林',
  '胶布',
  '环氧乙烷',
  '海鲜',
  '链霉素',
  '普鲁卡因',
  '破伤风抗毒素',
  '万古霉素',
  '蔗糖铁',
  '酒精',
];
const DIALYSIS_DIAGNOSES = [
  [
    ['N18.500x001+D63.8*', '慢性肾脏病5期伴贫血'],
    ['Z99.200', '依赖肾透析'],
  ],
  [
    ['N18.501', '终末期肾病'],
    ['I12.000x001', '高血压肾病伴肾衰竭'],
    ['N25.801', '继发性甲状旁腺功能亢进'],
  ],
  [
    ['N18.900x013', '慢性肾脏病5期(尿毒症期)'],
    ['E11.200', '2型糖尿病肾病'],
  ],
  [
    ['N18.501', '终末期肾病'],
    ['Q61.300', '多囊肾'],
  ],
  [
    ['N18.501', '终末期肾病'],
    ['N03.900', '慢性肾炎综合征'],
    ['E83.301', '高磷血症'],
  ],
];
const GENERAL_DIAGNOSES = [
  [['I10.x00', '原发性高血压']],
  [
    ['E11.900', '2型糖尿病'],
    ['I10.x00', '原发性高血压'],
  ],
  [['N18.300', '慢性肾脏病3期']],
  [['J06.900', '急性上呼吸道感染']],
  [['N02.800', 'IgA肾病']],
  [['M10.900', '痛风']],
  [['K29.500', '慢性胃炎']],
];
/** Serology of the first 80 dialysis patients of the main centre; the rest are clean. */
const INFECTIONS = [...Array(6).fill(['HBV']), ...Array(5).fill(['HCV']), ...Array(2).fill(['TP']), ...Array(2).fill(['PEND'])];

/** Six rhythms (two plans in three shifts) share the stations; within one of them each station holds one patient. */
const RHYTHMS = 6;
const bedOf = (slot) => `A${String(Math.floor(slot / RHYTHMS) + 1).padStart(2, '0')}`;
/** Infected patients of the main centre lie in their own zones, and those whose result is pending in the evening: station and rhythm of each. */
const ISOLATED = [
  ...Array.from({ length: 6 }, (_, at) => [`B0${(at % 3) + 1}`, at]),
  ...Array.from({ length: 5 }, (_, at) => ['C01', at]),
  ...[0, 1].map((at) => ['D01', at]),
  ...[4, 5].map((at) => ['E01', at]),
];

/** Most have none and were asked; every ninth was never asked. */
function allergiesOf(random, order) {
  const allergies = random.chance(0.16) ? [random.pick(ALLERGIES)] : [];
  return { allergies, allergyState: allergies.length === 0 && order % 9 !== 0 ? 'none' : '' };
}

/** @param insured a number below 100 */
function insuranceOf(insured, order, area) {
  if (insured >= 90) return { reimWay: '0', medInsMark: '0', psn_no: '', insuplc_admdvs: '' };
  const elsewhere = order % 24 === 0;
  return {
    reimWay: insured < 45 ? '310' : '390',
    medInsMark: elsewhere ? '2' : '1',
    psn_no: `SIM${area}${String(order).padStart(8, '0')}`,
    insuplc_admdvs: elsewhere ? '510100' : area,
  };
}

/** Station, rhythm and weekdays of the nth dialysis patient of a centre. */
function placeOf(orgId, at, beds) {
  const infected = orgId === 'org-gz' ? ISOLATED[at] : undefined;
  if (infected) return { bed: infected[0], slot: infected[1], weekdays: TWICE_A_WEEK.get(at)?.[0] ?? PLANS[infected[1] % 2] };
  const slot = beds[at] ?? 0;
  const [twice, ownBed] = (orgId === 'org-gz' && TWICE_A_WEEK.get(at)) || [];
  return { bed: ownBed ?? bedOf(slot), slot, weekdays: twice ?? PLANS[slot % 2] };
}

function dialysisOf(random, { orgId, order, bed, slot, weekdays }) {
  return {
    dialysisNo: `HD${String(order).padStart(5, '0')}`,
    mode: random.pick(MODES),
    weekdays,
    classId: `class-${orgId.slice(4)}-${CLASSES[Math.floor(slot / 2) % 3][0]}`,
    bed,
    firstDate: `${random.between(2012, 2025)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
    dryWeight: random.between(420, 860) / 10,
    access: random.pick(ACCESS),
  };
}

const entries = (list) => list.map(([code, name]) => ({ code, name }));

export function buildPatients(random, people) {
  const classes = Object.keys(CITIES).flatMap((orgId) =>
    CLASSES.map(([id, fullName, startTime, endTime], at) => ({ id: `class-${orgId.slice(4)}-${id}`, orgId, fullName, startTime, endTime, sortCode: at + 1 })),
  );
  const patients = [];
  const addGroup = (orgId, dialysis, general) => {
    const [city, area] = CITIES[orgId];
    const beds = random.shuffle(Array.from({ length: dialysis }, (_, at) => at));
    for (let at = 0; at < dialysis + general; at += 1) {
      const isDialysis = at < dialysis;
      const order = patients.length + 1;
      const sex = random.chance(0.55) ? 1 : 2;
      const birthday = people.birthday(isDialysis ? 24 : 18, isDialysis ? 84 : 78);
      const insurance = insuranceOf(random.below(100), order, area);
      const infected = orgId === 'org-gz' && at < INFECTIONS.length;
      patients.push({
        patientId: `patient-${String(order).padStart(4, '0')}`,
        orgId,
        patientName: people.name(sex),
        patientSex: sex,
        birthday,
        patientIdcard: identityNumber(birthday, order, sex),
        phone: phoneNumber(order),
        address: people.address(city),
        contactName: people.name(sex === 1 ? 2 : 1),
        contactPhone: phoneNumber(5000 + order),
        outpatientCode: `SIM${area.slice(0, 2)}${String(order).padStart(6, '0')}`,
        patientType: isDialysis ? 'dialysis' : 'non-dialysis',
        ...insurance,
        infectedHistory: isDialysis ? (infected ? INFECTIONS[at] : ['NEG']) : [],
        infectionCheckedDaysAgo: isDialysis ? 10 + ((order * 37) % 200) : null,
        visit: `SIMV${String(order).padStart(8, '0')}`,
        diagnosis: entries(random.pick(isDialysis ? DIALYSIS_DIAGNOSES : GENERAL_DIAGNOSES)),
        ...allergiesOf(random, order),
        dialysis: isDialysis ? dialysisOf(random, { orgId, order, ...placeOf(orgId, at, beds) }) : null,
      });
    }
  };
  addGroup('org-gz', 80, 40);
  addGroup('org-wh', 24, 12);
  addGroup('org-nn', 24, 12);
  return { classes, patients };
}

/**
 * What women said of pregnancy: most said no, every fourth was never asked. One pregnant and one nursing woman of the main centre have no
 * prescription yet: their first one shows the warnings.
 */
export function tellPregnancies(patients, written) {
  const treated = new Set(written.map(({ patientId }) => patientId));
  const women = patients.filter(({ patientSex, birthday }) => patientSex === 2 && birthday > '1967');
  for (const [at, woman] of women.entries()) if (at % 4 !== 3) woman.pregnancy = { state: 'none', daysAgo: 5 + ((at * 17) % 90) };
  const [pregnant, nursing] = women.filter(
    ({ orgId, patientId, patientType, birthday }) => orgId === 'org-gz' && patientType !== 'dialysis' && birthday > '1981' && !treated.has(patientId),
  );
  if (pregnant) pregnant.pregnancy = { state: 'pregnant', daysAgo: 40 };
  if (nursing) nursing.pregnancy = { state: 'lactating', daysAgo: 25 };
}
