import { entryNamed } from './entries.mjs';

/** A line by hand: so many of one entry. */
const count = (name, number = 1) => ({ name, number });
/** A drug line by dose: amount, unit, frequency, days. */
const dose = (name, amount, unit, interval, days) => ({ name, amount, unit, interval, days });

const SESSION = [
  count('血液透析'),
  count('血透监测'),
  count('动静脉内瘘穿刺'),
  count('血液透析管路 成人型'),
  count('动静脉内瘘穿刺针 16G', 2),
  count('血液透析浓缩A液 10L'),
  count('血液透析浓缩B液 10L'),
  count('透析导管护理包 一次性'),
];

const PACKAGES = [
  [
    '血液透析(低通量)',
    '每次治疗',
    [...SESSION, count('低通量透析器 1.4m²'), dose('肝素钠注射液', 12500, 'U', 'st', 1), dose('0.9%氯化钠注射液(1000ml)', 1000, 'ml', 'st', 1)],
  ],
  [
    '血液透析(高通量)',
    '每次治疗',
    [...SESSION, count('高通量透析器 1.6m²'), dose('低分子肝素钠注射液', 4000, 'IU', 'st', 1), dose('0.9%氯化钠注射液(1000ml)', 1000, 'ml', 'st', 1)],
  ],
  [
    '血液透析滤过',
    '每次治疗',
    [
      count('血液透析滤过'),
      count('血透监测'),
      count('动静脉内瘘穿刺'),
      count('血液透析滤过器 1.9m²'),
      count('血液透析管路 成人型'),
      count('动静脉内瘘穿刺针 16G', 2),
      dose('低分子肝素钠注射液', 4000, 'IU', 'st', 1),
    ],
  ],
  ['血液灌流', '每次治疗', [count('血液灌流'), count('血液灌流器 130型'), count('血液灌流连接管路 通用型'), dose('肝素钠注射液', 12500, 'U', 'st', 1)]],
  [
    '导管透析',
    '长期导管患者',
    [
      count('血液透析'),
      count('血透监测'),
      count('透析导管护理'),
      count('低通量透析器 1.6m²'),
      count('血液透析管路 成人型'),
      count('肝素帽 通用型', 2),
      count('透明敷贴 10cm×12cm'),
    ],
  ],
  [
    '每月化验',
    '透析患者月查',
    [count('血常规'), count('肾功能三项'), count('电解质四项'), count('钙磷测定'), count('血清白蛋白'), count('透析前尿素'), count('透析后尿素')],
  ],
  [
    '季度化验',
    '透析患者季查',
    [count('血常规'), count('肝功能全套'), count('全段甲状旁腺激素'), count('血清铁蛋白'), count('转铁蛋白饱和度'), count('血脂四项'), count('超敏C反应蛋白')],
  ],
  ['传染病筛查', '首次透析与转入', [count('乙肝五项定量'), count('丙肝抗体'), count('梅毒螺旋体抗体'), count('人免疫缺陷病毒抗体')]],
  [
    '肾性贫血治疗',
    '常用',
    [dose('人促红素注射液(3000IU)', 6000, 'IU', 'tiw', 14), dose('蔗糖铁注射液', 100, 'mg', 'qw', 14), dose('叶酸片', 5, 'mg', 'tid', 28)],
  ],
  ['钙磷代谢治疗', '常用', [dose('骨化三醇软胶囊', 0.25, 'µg', 'qd', 28), dose('碳酸镧咀嚼片', 500, 'mg', 'tid', 28)]],
  ['内瘘换药', '门诊处置', [count('换药(小)'), count('医用敷贴 6cm×7cm'), count('碘伏棉签 10支')]],
  ['门诊复诊', '挂号与处置', [count('主治医师门诊诊查费'), count('常规心电图')]],
];

/** One input line of a prescription or package. */
export function lineOf({ name, number, amount, unit, interval, days }) {
  const entry = entryNamed(name);
  const byHand = amount === undefined;
  return {
    drugId: entry.drugId,
    onceUsing: byHand ? 0 : amount,
    onceUsingUnit: byHand ? '' : unit,
    drugUsage: byHand ? '' : entry.usualUsage,
    drugInterval: byHand ? '' : interval,
    drugDays: byHand ? 1 : days,
    drugNum: byHand ? number : 0,
    drugNumUnit: entry.splitAllowed ? entry.preparaUnit : entry.stockUnit,
    manualNum: byHand,
    isGroup: 0,
  };
}

export const packages = PACKAGES.map(([packageName, note, lines], at) => ({
  packageId: `package-${String(at + 1).padStart(2, '0')}`,
  packageName,
  note,
  sortCode: at + 1,
  lines: lines.map(lineOf),
}));
export const packageLines = (packageName) => PACKAGES.find(([name]) => name === packageName)[2];
