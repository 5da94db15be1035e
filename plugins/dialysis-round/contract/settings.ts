import { defineSettings, field } from '@nephra/plugin-sdk/record';
import { DEFAULT_OWN_LIMITS as usual } from './round-limits.ts';

type Text = readonly [zh: string, zhtw: string, en: string];
const MEMORY: Text = [
  '来源：经验值，未经核对，只作提示；请肾内科确认',
  '來源：經驗值，未經核對，只作提示；請腎臟科確認',
  'Source: experience, not verified, a hint alone; a nephrologist should confirm it',
];
const CYCLE: Text = [
  '来源：经验值（血红蛋白每月、Kt/V 每季），加几天宽限；请肾内科确认',
  '來源：經驗值（血色素每月、Kt/V 每季），加幾天寬限；請腎臟科確認',
  'Source: experience (haemoglobin monthly, Kt/V quarterly) with some days of grace; a nephrologist should confirm it',
];
const OURS: Text = ['来源：本产品的选择', '來源：本產品的選擇', 'Source: a choice of this product'];
const int = (min: number, max: number, initial: number, label: Text, help: Text) =>
  field
    .int(min, max)
    .initial(initial)
    .label(...label)
    .help(...help);
const decimal = (min: number, max: number, initial: number, label: Text, help: Text) =>
  field
    .decimal(1, min, max)
    .initial(initial)
    .label(...label)
    .help(...help);

/** Limits of a facility (`OwnLimits`), each with its source. The builder leaves this file out of the browser. */
export const settings = defineSettings({
  organisation: {
    haemoglobinLow: int(60, 140, usual.haemoglobinLow, ['血红蛋白达标下限（g/L）', '血色素達標下限（g/L）', 'Haemoglobin, lower target (g/L)'], MEMORY),
    haemoglobinCritical: int(40, 100, usual.haemoglobinCritical, ['血红蛋白危急值（g/L）', '血色素危急值（g/L）', 'Haemoglobin, critical (g/L)'], MEMORY),
    haemoglobinHigh: int(110, 180, usual.haemoglobinHigh, ['血红蛋白上限（g/L）', '血色素上限（g/L）', 'Haemoglobin, upper limit (g/L)'], MEMORY),
    ktvLow: decimal(0.8, 2, usual.ktvLow, ['Kt/V 达标下限', 'Kt/V 達標下限', 'Kt/V, lower target'], MEMORY),
    potassiumLow: decimal(2, 4, usual.potassiumLow, ['血钾过低（mmol/L）', '血鉀過低（mmol/L）', 'Potassium, low (mmol/L)'], MEMORY),
    potassiumHigh: decimal(5, 8, usual.potassiumHigh, ['血钾过高（mmol/L）', '血鉀過高（mmol/L）', 'Potassium, high (mmol/L)'], MEMORY),
    haemoglobinDays: int(7, 400, usual.haemoglobinDays, ['血红蛋白复查间隔（天）', '血色素複查間隔（天）', 'Days between tests of haemoglobin'], CYCLE),
    ktvDays: int(14, 400, usual.ktvDays, ['Kt/V 复查间隔（天）', 'Kt/V 複查間隔（天）', 'Days between tests of Kt/V'], CYCLE),
    accessEventDays: int(1, 180, usual.accessEventDays, ['通路事件提示天数', '通路事件提示天數', 'Days for which an event of an access is told'], OURS),
  },
});
