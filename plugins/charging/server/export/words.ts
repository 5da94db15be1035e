import type { Language } from '@nephra/plugin-sdk/contract';
import type { BillState } from '../../contract/index.ts';

/** Headings and values of the workbooks. */
export interface ExportWords {
  readonly sheet: Readonly<Record<'bills' | 'lines' | 'invoices' | 'patients', string>>;
  readonly head: Readonly<Record<Heading, string>>;
  readonly state: Readonly<Record<BillState, string>>;
  readonly kind: Readonly<Record<'charge' | 'refund', string>>;
  readonly payer: Readonly<Record<string, string>>;
  readonly sex: Readonly<Record<string, string>>;
}

type Heading =
  | 'billNo'
  | 'state'
  | 'time'
  | 'day'
  | 'patient'
  | 'sex'
  | 'age'
  | 'code'
  | 'payer'
  | 'prescriptions'
  | 'total'
  | 'refunded'
  | 'net'
  | 'ways'
  | 'west'
  | 'diagTreat'
  | 'assay'
  | 'consumables'
  | 'other'
  | 'cashier'
  | 'reason'
  | 'original'
  | 'type'
  | 'name'
  | 'spec'
  | 'insCode'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'amount'
  | 'capitals'
  | 'facility'
  | 'bills'
  | 'charged'
  | 'latest';

export const EXPORT_WORDS: Readonly<Record<Language, ExportWords>> = {
  zh: {
    sheet: { bills: '账单', lines: '收费明细', invoices: '收据', patients: '患者收费汇总' },
    head: {
      billNo: '收据号',
      state: '状态',
      time: '收费时间',
      day: '业务日期',
      patient: '患者',
      sex: '性别',
      age: '年龄',
      code: '门诊号',
      payer: '费别',
      prescriptions: '处方号',
      total: '金额',
      refunded: '已退金额',
      net: '净额',
      ways: '支付方式',
      west: '西药费',
      diagTreat: '诊疗费',
      assay: '化验费',
      consumables: '其中耗材',
      other: '其中其他',
      cashier: '收费员',
      reason: '退费原因',
      original: '对应单号',
      type: '类别',
      name: '名称',
      spec: '规格',
      insCode: '医保编码',
      quantity: '数量',
      unit: '单位',
      price: '单价',
      amount: '金额',
      capitals: '大写金额',
      facility: '院区',
      bills: '单据数',
      charged: '收费金额',
      latest: '最近收费',
    },
    state: { charged: '已收费', partly: '部分退费', cancelled: '已退费', refund: '退费单' },
    kind: { charge: '收据', refund: '退费单' },
    payer: { '0': '自费', '310': '职工医保', '390': '居民医保' },
    sex: { '0': '未知', '1': '男', '2': '女', '9': '保密' },
  },
  zhtw: {
    sheet: { bills: '帳單', lines: '收費明細', invoices: '收據', patients: '病患收費彙總' },
    head: {
      billNo: '收據號',
      state: '狀態',
      time: '收費時間',
      day: '業務日期',
      patient: '病患',
      sex: '性別',
      age: '年齡',
      code: '門診號',
      payer: '身分別',
      prescriptions: '處方號',
      total: '金額',
      refunded: '已退金額',
      net: '淨額',
      ways: '付款方式',
      west: '西藥費',
      diagTreat: '診療費',
      assay: '檢驗費',
      consumables: '其中耗材',
      other: '其中其他',
      cashier: '收費員',
      reason: '退費原因',
      original: '對應單號',
      type: '類別',
      name: '名稱',
      spec: '規格',
      insCode: '醫保代碼',
      quantity: '數量',
      unit: '單位',
      price: '單價',
      amount: '金額',
      capitals: '大寫金額',
      facility: '院區',
      bills: '單據數',
      charged: '收費金額',
      latest: '最近收費',
    },
    state: { charged: '已收費', partly: '部分退費', cancelled: '已退費', refund: '退費單' },
    kind: { charge: '收據', refund: '退費單' },
    payer: { '0': '自費', '310': '職工醫保', '390': '居民醫保' },
    sex: { '0': '未知', '1': '男', '2': '女', '9': '保密' },
  },
  en: {
    sheet: { bills: 'Bills', lines: 'Bill lines', invoices: 'Receipts', patients: 'Patients' },
    head: {
      billNo: 'Receipt no.',
      state: 'State',
      time: 'Charged at',
      day: 'Business day',
      patient: 'Patient',
      sex: 'Sex',
      age: 'Age',
      code: 'Outpatient no.',
      payer: 'Payer',
      prescriptions: 'Prescriptions',
      total: 'Amount',
      refunded: 'Refunded',
      net: 'Net',
      ways: 'Paid by',
      west: 'Western drugs',
      diagTreat: 'Diagnosis and treatment',
      assay: 'Laboratory',
      consumables: 'of it consumables',
      other: 'of it other',
      cashier: 'Cashier',
      reason: 'Reason of refund',
      original: 'Counterpart',
      type: 'Type',
      name: 'Name',
      spec: 'Specification',
      insCode: 'Insurance code',
      quantity: 'Quantity',
      unit: 'Unit',
      price: 'Unit price',
      amount: 'Amount',
      capitals: 'Amount in capitals',
      facility: 'Facility',
      bills: 'Bills',
      charged: 'Charged',
      latest: 'Latest',
    },
    state: { charged: 'Charged', partly: 'Partly refunded', cancelled: 'Refunded', refund: 'Refund' },
    kind: { charge: 'Receipt', refund: 'Refund' },
    payer: { '0': 'Self-pay', '310': 'Employee insurance', '390': 'Resident insurance' },
    sex: { '0': 'Unknown', '1': 'Male', '2': 'Female', '9': 'Confidential' },
  },
};
