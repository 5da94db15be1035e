import { defineSettings, field } from '@nephra/plugin-sdk/record';

type Help = readonly [zh: string, zhtw: string, en: string];
/** Where a number comes from, as the page of settings shows it. */
const SOP: Help = [
  '来源：县级医院血透室依据《血液净化标准操作规程（2021版）》写的需求与质控方案',
  '來源：縣級醫院血透室依據《血液淨化標準操作規程（2021版）》寫的需求與質控方案',
  'Source: requirements and quality plan of a county dialysis room, citing the national procedures of 2021',
];
const DRAFT: Help = ['来源：操作规程 2020 年征求意见稿', '來源：操作規程 2020 年徵求意見稿', 'Source: draft of the national procedures of 2020'];
const STUDY: Help = [
  '来源：超滤率与死亡率的队列研究（>13 HR 1.31，>10 HR 1.22）',
  '來源：超濾率與死亡率的世代研究（>13 HR 1.31，>10 HR 1.22）',
  'Source: cohort studies of ultrafiltration rate and mortality (>13 HR 1.31, >10 HR 1.22)',
];
const MEMORY: Help = [
  '来源：经验值，未经核对，只作提示；请肾内科确认',
  '來源：經驗值，未經核對，只作提示；請腎臟科確認',
  'Source: experience, not verified, a hint alone; a nephrologist should confirm it',
];
const OURS: Help = ['来源：本产品的选择', '來源：本產品的選擇', 'Source: a choice of this product'];
const PRODUCT: Help = ['来源：在用的血透系统', '來源：使用中的血透系統', 'Source: dialysis systems in use'];
const off = ([zh, zhtw, en]: Help): Help => [`${zh}；0：不提示`, `${zhtw}；0：不提示`, `${en}; 0: none`];

const int = (min: number, max: number, initial: number, label: Help, help: Help) =>
  field
    .int(min, max)
    .initial(initial)
    .label(...label)
    .help(...help);
const decimal = (min: number, max: number, initial: number, label: Help, help: Help) =>
  field
    .decimal(1, min, max)
    .initial(initial)
    .label(...label)
    .help(...help);

/** Limits of a facility (`DialysisLimits`), each with its source. The builder leaves this file out of the browser. */
export const settings = defineSettings({
  organisation: {
    readingEveryMinutes: int(10, 240, 60, ['透中监测间隔（分钟）', '透中監測間隔（分鐘）', 'Minutes between readings'], SOP),
    readingGraceMinutes: int(0, 60, 10, ['监测超时宽限（分钟）', '監測逾時寬限（分鐘）', 'Minutes until a reading is late'], OURS),
    ufRateWarn: decimal(1, 50, 10, ['超滤率黄色界限（ml/kg/h）', '超濾率黃色界限（ml/kg/h）', 'Ultrafiltration rate, yellow (ml/kg/h)'], STUDY),
    ufRateHigh: decimal(1, 50, 13, ['超滤率红色界限（ml/kg/h）', '超濾率紅色界限（ml/kg/h）', 'Ultrafiltration rate, red (ml/kg/h)'], STUDY),
    ufPercentWarn: decimal(1, 20, 5, ['超滤占干体重提示（%）', '超濾占乾體重提示（%）', 'Ultrafiltration of dry weight, warned (%)'], SOP),
    gainPercentComfort: decimal(0.5, 20, 3, ['体重增长理想值（%）', '體重增長理想值（%）', 'Weight gain, comfortable (%)'], MEMORY),
    gainPercentWarn: decimal(1, 20, 5, ['体重增长提示（%）', '體重增長提示（%）', 'Weight gain, warned (%)'], SOP),
    endToleranceMinutes: int(0, 120, 15, ['提前或延后下机免说明（分钟）', '提前或延後下機免說明（分鐘）', 'Minutes early or late without a reason'], PRODUCT),
    secondCheckMinutes: int(5, 120, 30, ['二次核对时限（分钟）', '二次核對時限（分鐘）', 'Minutes until the second check'], OURS),
    patientsPerNurse: int(1, 20, 5, ['每名护士患者数', '每名護理師病患數', 'Patients for one nurse'], DRAFT),
    patientsPerDoctor: int(1, 100, 30, ['每名医生患者数', '每名醫師病患數', 'Patients for one doctor'], DRAFT),
    serologyDays: int(30, 400, 180, ['感染标志物复查间隔（天）', '感染標誌物複查間隔（天）', 'Days between tests of infection markers'], SOP),
    serologySoonDays: int(20, 400, 175, ['临近复查（天）', '臨近複查（天）', 'Tests soon due from day'], SOP),
    serologyLateDays: int(30, 500, 185, ['逾期（天）', '逾期（天）', 'Tests overdue from day'], SOP),
    serologyTransientDays: int(
      7,
      200,
      90,
      ['临时透析患者结果有效期（天）', '臨時透析病患結果有效期（天）', 'Days that results of transient patients hold'],
      MEMORY,
    ),
    serologyNewDays: int(14, 200, 90, ['新患者再次检测（天内）', '新病患再次檢測（天內）', 'Days until new patients are tested again'], SOP),
    observationDays: int(30, 400, 180, ['丙肝治愈后观察期（天）', '丙肝治癒後觀察期（天）', 'Days of observation after cured hepatitis C'], SOP),
    syphilisTitre: int(1, 1024, 8, ['梅毒按传染处理的滴度（1:n）', '梅毒按傳染處理的滴度（1:n）', 'Titre of infectious syphilis (1:n)'], MEMORY),
    hcvAntibodyApart: field
      .flag()
      .initial(0)
      .label('丙肝抗体阳性、RNA 阴性者进丙肝区', '丙肝抗體陽性、RNA 陰性者進丙肝區', 'Hepatitis C antibody without virus: zone C')
      .help(
        '来源：县级医院质控方案按病毒隔离；抗体阳性者在普通区为经验值，未经核对',
        '來源：縣級醫院質控方案按病毒隔離；抗體陽性者在普通區為經驗值，未經核對',
        'Source: a county quality plan isolates by virus; an antibody alone in the ordinary zone is experience, not verified',
      ),
    missingMarkersWait: field
      .flag()
      .initial(1)
      .label('无结果者列为待查（E 区）', '無結果者列為待查（E 區）', 'Without results: zone E')
      .help(
        '来源：本产品的选择；关闭后按普通区，只提示',
        '來源：本產品的選擇；關閉後按普通區，只提示',
        'Source: a choice of this product; off: the ordinary zone with a warning alone',
      ),
    consentBlocks: field
      .flag()
      .initial(0)
      .label('无知情同意不得确认处方', '無知情同意不得確認處方', 'Without consent no treatment is confirmed')
      .help(
        '来源：县级医院血透室的要求（签署后才可治疗）；默认只提示',
        '來源：縣級醫院血透室的要求（簽署後才可治療）；預設只提示',
        'Source: a county dialysis room (no treatment unsigned); by default it is said alone',
      ),
    consentDialysisMonths: int(
      0,
      120,
      0,
      ['透析同意书有效期（月，0 为长期）', '透析同意書有效期（月，0 為長期）', 'Months that consent to dialysis holds (0: no end)'],
      OURS,
    ),
    consentCatheterMonths: int(
      0,
      120,
      0,
      ['置管同意书有效期（月，0 为长期）', '置管同意書有效期（月，0 為長期）', 'Months that consent to a catheter holds (0: no end)'],
      OURS,
    ),
    dryWeightReviewDays: int(
      7,
      200,
      30,
      ['干体重复评间隔（天）', '乾體重複評間隔（天）', 'Days until a dry weight is reviewed'],
      [
        '来源：操作规程两周一次；病情稳定者每月（经验值）',
        '來源：操作規程兩週一次；病情穩定者每月（經驗值）',
        'Source: every two weeks by the procedures; monthly where stable (experience)',
      ],
    ),
    dryWeightStepPercent: decimal(0.5, 20, 2, ['干体重一次调整须确认（%）', '乾體重一次調整須確認（%）', 'Change of dry weight that is asked about (%)'], OURS),
    systolicLow: int(50, 120, 90, ['收缩压过低（mmHg）', '收縮壓過低（mmHg）', 'Systolic pressure, low (mmHg)'], SOP),
    systolicHigh: int(120, 260, 200, ['收缩压过高（mmHg）', '收縮壓過高（mmHg）', 'Systolic pressure, high (mmHg)'], SOP),
    gapWarnDays: int(2, 10, 3, ['间隔天数提示', '間隔天數提示', 'Days without treatment, warned'], MEMORY),
    gapAlarmDays: int(2, 14, 4, ['间隔天数报警', '間隔天數警報', 'Days without treatment, alarmed'], MEMORY),
    pulseLow: int(0, 80, 50, ['脉搏过慢（次/分）', '脈搏過慢（次/分）', 'Pulse, slow'], off(MEMORY)),
    pulseHigh: int(0, 220, 120, ['脉搏过快（次/分）', '脈搏過快（次/分）', 'Pulse, fast'], off(MEMORY)),
    temperatureHigh: decimal(0, 42, 38, ['体温过高（℃）', '體溫過高（℃）', 'Temperature, high (°C)'], off(MEMORY)),
    glucoseLow: decimal(0, 10, 3.9, ['血糖过低（mmol/L）', '血糖過低（mmol/L）', 'Glucose, low (mmol/L)'], off(MEMORY)),
    venousPressureHigh: int(0, 500, 250, ['静脉压过高（mmHg）', '靜脈壓過高（mmHg）', 'Venous pressure, high (mmHg)'], off(MEMORY)),
    arterialPressureLow: int(-400, 0, -250, ['动脉压过低（mmHg）', '動脈壓過低（mmHg）', 'Arterial pressure, low (mmHg)'], off(MEMORY)),
    transmembranePressureHigh: int(0, 600, 300, ['跨膜压过高（mmHg）', '跨膜壓過高（mmHg）', 'Transmembrane pressure, high (mmHg)'], off(MEMORY)),
  },
});
