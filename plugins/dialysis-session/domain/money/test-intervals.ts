import type { TestInterval } from './price-rules.ts';

const since = { from: '2000-01-01', to: null };

/**
 * How soon tests of patients on dialysis are charged again without a reason, where a centre says nothing of its own. Months as an insurer's special inspection of 2023
 * counts them, less what a centre that tests monthly does as its rule; a centre keeps its own with the rules of its region.
 */
export const USUAL_TEST_INTERVALS: readonly TestInterval[] = [
  { ...since, name: '血常规', words: ['血常规', '血细胞分析', '全血细胞'], days: 25 },
  { ...since, name: '生化', words: ['肾功能', '电解质', '生化'], days: 25 },
  { ...since, name: '铁蛋白', words: ['铁蛋白'], days: 80 },
  { ...since, name: '转铁蛋白饱和度', words: ['转铁蛋白', '总铁结合力'], days: 80 },
  { ...since, name: '甲状旁腺激素', words: ['甲状旁腺', 'PTH'], days: 80 },
  { ...since, name: '前白蛋白', words: ['前白蛋白'], days: 150 },
  { ...since, name: 'β2-微球蛋白', words: ['微球蛋白'], days: 150 },
  { ...since, name: '乙肝两对半', words: ['乙肝', '乙型肝炎'], days: 150 },
  { ...since, name: '丙肝抗体', words: ['丙肝', '丙型肝炎'], days: 150 },
];
