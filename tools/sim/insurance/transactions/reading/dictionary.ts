import { needed, nodeOf } from '../../nodes.ts';
import { reading } from '../transaction.ts';

/** Medical categories that an outpatient facility may use. */
export const MEDICAL_TYPES = ['11', '12', '13', '14', '51', '9901', '9903'] as const;

const DICTIONARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MED_TYPE: { '11': '普通门诊', '12': '门诊挂号', '13': '急诊', '14': '门诊慢特病', '51': '生育门诊', '9901': '两病门诊', '9903': '意外伤害门诊' },
  INSUTYPE: { '310': '职工基本医疗保险', '320': '公务员医疗补助', '330': '大额医疗费用补助', '390': '城乡居民基本医疗保险', '510': '生育保险' },
  PSN_TYPE: { '11': '在职', '12': '退休人员', '13': '离休', '15': '成年居民', '16': '老年居民' },
  GEND: { '0': '未知', '1': '男', '2': '女', '9': '未说明' },
  MDTRT_CERT_TYPE: { '01': '医保电子凭证', '02': '居民身份证', '03': '社会保障卡' },
  CHRGITM_LV: { '01': '甲类', '02': '乙类', '03': '丙类' },
  MED_CHRGITM_TYPE: {
    '01': '床位费',
    '02': '诊察费',
    '03': '检查费',
    '04': '化验费',
    '05': '治疗费',
    '06': '手术费',
    '07': '护理费',
    '08': '卫生材料费',
    '09': '西药费',
    '10': '中药饮片费',
    '11': '中成药费',
    '12': '一般诊疗费',
    '13': '挂号费',
    '14': '其他费',
  },
  CLR_TYPE: { '11': '门诊', '21': '住院', '41': '药店购药', '99': '其他' },
  ADMDVS: { '440100': '广州市', '420100': '武汉市', '450100': '南宁市', '510100': '成都市' },
};

/** 1901: one dictionary; an unknown one is empty. */
export const dictionary = reading((call) => {
  const type = needed(nodeOf(call.input, 'data'), 'type').toUpperCase();
  const list = Object.entries(DICTIONARIES[type] ?? {}).map(([value, label], at) => ({
    type,
    label,
    value,
    parentValue: '',
    sort: String(at + 1),
    vali_flag: '1',
    create_user: '',
    create_date: '2026-01-01',
    version: '1',
  }));
  return { list };
});
