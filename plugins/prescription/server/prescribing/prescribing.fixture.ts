import type { CatalogueDemo } from '../../../catalogue/contract/index.ts';
import type { DetailInput } from '../../contract/index.ts';
import { catalogue, entry } from '../../../catalogue/server/catalogue.fixture.ts';
import { line } from '../prescription.fixture.ts';

const tablet = (over: Parameters<typeof entry>[0]) => entry({ dMin: 1, dMinUnit: 'mg', preparaUnit: '片', stockDmin: 10, drugForm: '片剂', ...over });

/** The small catalogue with drugs that the checks and the split have something to say about. */
export const prescribingCatalogue: CatalogueDemo = {
  ...catalogue,
  drugs: [
    ...catalogue.drugs,
    tablet({
      drugId: 'drug-valsartan',
      drugName: '缬沙坦片',
      drugNumber: 'SIM-D-0011',
      ingredients: ['缬沙坦'],
      dMin: 80,
      dailyDoseMin: 40,
      dailyDoseMax: 320,
    }),
    tablet({ drugId: 'drug-entresto', drugName: '沙库巴曲缬沙坦钠片', drugNumber: 'SIM-D-0012', ingredients: ['沙库巴曲', '缬沙坦'], dMin: 100 }),
    tablet({
      drugId: 'drug-spiro',
      drugName: '螺内酯片',
      drugNumber: 'SIM-D-0013',
      ingredients: ['螺内酯'],
      dMin: 20,
      renalLevel: 'info',
      renalAdvice: '监测血钾',
    }),
    tablet({ drugId: 'drug-diazepam', drugName: '地西泮片', drugNumber: 'SIM-D-0014', ingredients: ['地西泮'], dMin: 2.5, controlClass: 'psych2' }),
    tablet({
      drugId: 'drug-morphine',
      drugName: '硫酸吗啡缓释片',
      drugNumber: 'SIM-D-0015',
      ingredients: ['吗啡'],
      dMin: 10,
      controlClass: 'narcotic',
      drugForm: '缓释片',
    }),
    tablet({ drugId: 'drug-own', drugName: '丙类药', drugNumber: 'SIM-D-0016', drugDirectoryType: '丙', price: 12.345 }),
    tablet({ drugId: 'drug-limited', drugName: '碳酸镧片', drugNumber: 'SIM-D-0017', limitUseSign: 1, limitUseScope: '限透析患者' }),
    entry({
      drugId: 'drug-cefazolin',
      drugName: '注射用头孢唑林钠',
      drugNumber: 'SIM-D-0018',
      ingredients: ['头孢唑林'],
      allergyClasses: ['头孢菌素'],
      dMin: 1,
      dMinUnit: 'g',
      preparaUnit: '瓶',
      stockUnit: '瓶',
      stockDmin: 1,
      rounding: 'dose',
      skinTest: true,
    }),
    entry({
      drugId: 'drug-slices',
      drugName: '黄芪',
      drugNumber: 'SIM-D-0019',
      drugForm: '中药饮片',
      dMin: 1,
      dMinUnit: 'g',
      preparaUnit: 'g',
      stockUnit: 'g',
      stockDmin: 1,
    }),
  ],
  interactions: [{ id: 'ia-1', ingredientA: '缬沙坦', ingredientB: '螺内酯', level: 'reason', note: '高钾血症' }],
};

export const tabletOf = (drugId: string, once: number, over: Partial<DetailInput> = {}): DetailInput =>
  line({ drugId, onceUsing: once, onceUsingUnit: 'mg', drugUsage: '1', drugInterval: 'qd', drugDays: 7, drugNumUnit: '盒', ...over });
