/**
 * What the checks while prescribing rest on: ingredients, allergy classes, usual doses of a day, warnings for dialysis patients.
 * Figures are of the order that leaflets give; they are demo data, not advice.
 */
const SEVERAL = {
  阿莫西林克拉维酸钾: ['阿莫西林', '克拉维酸'],
  哌拉西林钠他唑巴坦钠: ['哌拉西林', '他唑巴坦'],
  索磷布韦维帕他韦: ['索磷布韦', '维帕他韦'],
  沙库巴曲缬沙坦钠: ['沙库巴曲', '缬沙坦'],
  碳酸钙D3: ['碳酸钙', '维生素D3'],
  青霉素钠: ['青霉素'],
  苄星青霉素: ['青霉素'],
  头孢唑林钠: ['头孢唑林'],
  头孢曲松钠: ['头孢曲松'],
  奥美拉唑钠: ['奥美拉唑'],
  甲泼尼龙琥珀酸钠: ['甲泼尼龙'],
  硫酸吗啡: ['吗啡'],
  甲磺酸萘莫司他: ['萘莫司他'],
  复方丹参: ['丹参'],
};
const SOLVENTS = ['0.9%氯化钠', '5%葡萄糖', '50%葡萄糖', '灭菌注射用水', '乳酸钠林格'];

const CLASSES = [
  ['青霉素', ['青霉素', '阿莫西林', '哌拉西林']],
  ['头孢菌素', ['头孢唑林', '头孢他啶', '头孢曲松']],
  ['右旋糖酐', ['右旋糖酐铁']],
  ['万古霉素', ['替考拉宁']],
  ['磺胺类', ['呋塞米', '托拉塞米']],
  ['普鲁卡因', ['利多卡因']],
];

/** Lowest and highest usual dose of one day, in the unit of the product's strength. */
const DAILY = {
  肝素钠: [0, 25_000],
  低分子肝素钠: [0, 12_000],
  低分子肝素钙: [0, 12_300],
  依诺肝素钠: [0, 12_000],
  达肝素钠: [0, 18_000],
  人促红素: [1_000, 20_000],
  罗沙司他: [20, 200],
  恩那度司他: [1, 8],
  蔗糖铁: [0, 200],
  多糖铁复合物: [0, 0.3],
  琥珀酸亚铁: [0, 0.6],
  叶酸: [0, 15],
  甲钴胺: [0, 1.5],
  左卡尼汀: [0, 3],
  骨化三醇: [0.25, 2],
  阿法骨化醇: [0.25, 2],
  帕立骨化醇: [0, 20],
  西那卡塞: [25, 100],
  碳酸司维拉姆: [800, 7_200],
  碳酸镧: [500, 3_000],
  蔗糖羟基氧化铁: [500, 3_000],
  醋酸钙: [667, 8_000],
  碳酸钙: [0, 3],
  硝苯地平: [30, 120],
  氨氯地平: [2.5, 10],
  非洛地平: [2.5, 10],
  贝尼地平: [2, 8],
  缬沙坦: [40, 320],
  厄贝沙坦: [75, 300],
  氯沙坦钾: [25, 100],
  沙库巴曲: [50, 400],
  培哚普利叔丁胺: [2, 8],
  福辛普利钠: [5, 40],
  美托洛尔: [12.5, 200],
  比索洛尔: [1.25, 10],
  卡维地洛: [5, 50],
  特拉唑嗪: [1, 20],
  可乐定: [75, 600],
  米多君: [0, 30],
  阿司匹林: [75, 300],
  氯吡格雷: [75, 300],
  阿托伐他汀钙: [10, 80],
  瑞舒伐他汀钙: [5, 20],
  依折麦布: [10, 10],
  地高辛: [0.0625, 0.25],
  胺碘酮: [0.1, 0.6],
  呋塞米: [20, 200],
  托拉塞米: [5, 100],
  螺内酯: [10, 100],
  门冬胰岛素: [0, 120],
  甘精胰岛素: [0, 100],
  德谷胰岛素: [0, 100],
  人胰岛素: [0, 120],
  利格列汀: [5, 5],
  瑞格列奈: [0.5, 16],
  阿卡波糖: [50, 300],
  达格列净: [5, 10],
  非布司他: [20, 80],
  别嘌醇: [0.05, 0.6],
  碳酸氢钠: [0, 6],
  氯化钾: [0, 6],
  头孢唑林: [0, 6],
  头孢他啶: [0, 6],
  头孢曲松: [0, 4],
  万古霉素: [0, 2],
  左氧氟沙星: [0, 0.75],
  莫西沙星: [0, 0.4],
  甲硝唑: [0, 2],
  氟康唑: [0, 400],
  恩替卡韦: [0, 1],
  丙酚替诺福韦: [0, 25],
  阿昔洛韦: [0, 4],
  甲泼尼龙: [0, 1_000],
  泼尼松: [0, 80],
  他克莫司: [0, 20],
  羟氯喹: [0, 0.4],
  氯雷他定: [0, 10],
  西替利嗪: [0, 10],
  加巴喷丁: [0, 0.3],
  普瑞巴林: [0, 150],
  纳呋拉啡: [0, 5],
  奥美拉唑: [0, 80],
  多潘立酮: [0, 30],
  布洛芬: [0, 1.2],
  对乙酰氨基酚: [0, 2],
  曲马多: [0, 400],
  地西泮: [0, 30],
  艾司唑仑: [0, 4],
  唑吡坦: [0, 10],
  哌替啶: [0, 600],
  吗啡: [0, 120],
  氨茶碱: [0, 1],
  氨溴索: [0, 120],
};

const RENAL = {
  达格列净: ['block', '透析患者禁用'],
  恩那度司他: ['reason', '限非透析患者'],
  布洛芬: ['reason', '非甾体抗炎药损害残余肾功能'],
  氯化钾: ['block', '透析患者有严重高钾血症风险'],
  螺内酯: ['reason', '透析患者易发生高钾血症, 须监测血钾'],
  地高辛: ['reason', '透析患者须减量并监测血药浓度'],
  哌替啶: ['reason', '代谢物蓄积可致惊厥'],
  吗啡: ['reason', '代谢物蓄积, 须减量'],
  加巴喷丁: ['info', '透析后给药, 每次不超过 0.3 g'],
  普瑞巴林: ['info', '透析后补充给药'],
  阿昔洛韦: ['reason', '须减量, 易致神经毒性'],
  左氧氟沙星: ['info', '首剂后减半, 隔日一次'],
  氟康唑: ['info', '透析后给药'],
  万古霉素: ['info', '透析后给药并监测谷浓度'],
  头孢唑林: ['info', '透析后给药'],
  头孢他啶: ['info', '透析后给药'],
  别嘌醇: ['info', '每日不超过 0.1 g 起始'],
  西替利嗪: ['info', '每日不超过 5 mg'],
  恩替卡韦: ['info', '每 7 日 0.5 mg 或 0.05 mg 每日, 透析后'],
  依诺肝素钠: ['info', '肌酐清除率低于 30 须减量'],
  沙库巴曲: ['reason', '终末期肾病证据不足'],
};

/** Warnings for women: [pregnant, breast-feeding, sentence]. */
const WOMEN = {
  缬沙坦: ['block', 'reason', '可致胎儿肾损害, 妊娠期禁用, 哺乳期避免使用'],
  氯沙坦钾: ['block', 'reason', '可致胎儿肾损害, 妊娠期禁用, 哺乳期避免使用'],
  厄贝沙坦: ['block', 'reason', '可致胎儿肾损害, 妊娠期禁用, 哺乳期避免使用'],
  阿托伐他汀钙: ['block', 'block', '孕妇及哺乳期妇女禁用'],
  瑞舒伐他汀钙: ['block', 'block', '孕妇及哺乳期妇女禁用'],
  左氧氟沙星: ['block', 'block', '影响胎儿和婴儿软骨发育'],
  布洛芬: ['reason', '', '妊娠晚期禁用, 其他时期权衡利弊'],
  甲硝唑: ['reason', 'reason', '妊娠早期及哺乳期避免使用'],
};

const YOUNG = { 左氧氟沙星: 18, 莫西沙星: 18, 曲马多: 12, 罗沙司他: 18, 唑吡坦: 18, 阿司匹林: 12, 布洛芬: 12 };
const OLD = { 艾司唑仑: 75, 地西泮: 75, 唑吡坦: 75, 地高辛: 80, 可乐定: 80, 异丙嗪: 80 };

/** Days of a drug without a reason, shorter than its class would allow. */
const SUPPLY = { 布洛芬: 5, 曲马多: 5 };

const firstOf = (table, ingredients) => ingredients.map((ingredient) => table[ingredient]).find((found) => found !== undefined);

/** Facts of one drug row for the catalogue. */
export function safetyOf(row) {
  const ingredients = SOLVENTS.includes(row.ingredient) ? [] : (SEVERAL[row.ingredient] ?? [row.ingredient]);
  // Strengths in millilitres say nothing about the dose of a day.
  const [dailyDoseMin, dailyDoseMax] = (row.doseUnit === 'ml' ? undefined : firstOf(DAILY, ingredients)) ?? [0, 0];
  const [renalLevel, renalAdvice] = firstOf(RENAL, ingredients) ?? ['', ''];
  const [pregnancyLevel, lactationLevel, pregnancyAdvice] = firstOf(WOMEN, ingredients) ?? ['', '', ''];
  return {
    ingredients,
    allergyClasses: CLASSES.filter(([, members]) => members.some((member) => ingredients.includes(member))).map(([name]) => name),
    dailyDoseMin,
    dailyDoseMax,
    renalLevel,
    renalAdvice,
    pregnancyLevel,
    lactationLevel,
    pregnancyAdvice,
    supplyDays: firstOf(SUPPLY, ingredients) ?? 0,
    ageMin: firstOf(YOUNG, ingredients) ?? 0,
    ageMax: firstOf(OLD, ingredients) ?? 0,
    antibiotic: row.antibiotic,
    skinTest: row.skinTest,
    pharmacy: '',
  };
}

/** Facts of everything that is no drug. */
export const NO_SAFETY = {
  ingredients: [],
  allergyClasses: [],
  dailyDoseMin: 0,
  dailyDoseMax: 0,
  renalLevel: '',
  renalAdvice: '',
  pregnancyLevel: '',
  lactationLevel: '',
  pregnancyAdvice: '',
  supplyDays: 0,
  ageMin: 0,
  ageMax: 0,
  antibiotic: false,
  skinTest: false,
  pharmacy: '',
};
