import { wireDay, wireTime } from '../clock.ts';
import { yuan } from '../money.ts';
import { need, needed, nodeOf, oneOf, textOf, timeOf } from '../nodes.ts';
import { accountOf, filingOn, personByNumber, personByProof } from './identify.ts';
import { MEDICAL_TYPES } from './reading/dictionary.ts';
import { reading } from './transaction.ts';

const ageOf = (birthday: string, day: string) => Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (day.slice(5) < birthday.slice(5) ? 1 : 0);

/** 1101: who is it, and how insured. */
export const personInfo = reading((call) => {
  const person = personByProof(call, nodeOf(call.input, 'data'));
  const day = wireDay(call.now);
  const insurance = {
    balc: yuan(accountOf(call, person).ownFen),
    insutype: person.insutype,
    psn_type: person.psnType,
    psn_insu_stas: person.paused ? '2' : '1',
    psn_insu_date: '2015-01-01',
    paus_insu_date: person.paused ? `${day.slice(0, 4)}-01-01` : '',
    cvlserv_flag: person.civilServant ? '1' : '0',
    insuplc_admdvs: person.area,
    emp_name: person.insutype === '310' ? '模拟参保单位' : '',
  };
  return {
    baseinfo: {
      psn_no: person.psnNo,
      psn_cert_type: '01',
      certno: person.certNo,
      psn_name: person.name,
      gend: person.gend,
      naty: '01',
      brdy: person.birthday,
      age: ageOf(person.birthday, day),
    },
    insuinfo: call.region.singleInsuranceAsObject ? insurance : [insurance],
    idetinfo: person.inNeed ? [{ psn_idet_type: '2301', psn_type_lv: '', memo: '低收入人口(模拟)', begntime: '2025-01-01 00:00:00', endtime: '' }] : [],
  };
});

/** 2001: is the person entitled to this kind of care. */
export const entitlement = reading((call) => {
  const data = nodeOf(call.input, 'data');
  need(data, 'fixmedins_code', 'insutype');
  const person = personByNumber(call, needed(data, 'psn_no'));
  const medType = oneOf(data, 'med_type', MEDICAL_TYPES);
  const day = timeOf(data, 'begntime').slice(0, 10);
  const refusal =
    textOf(data, 'insutype') !== person.insutype
      ? '无该险种参保信息'
      : person.paused
        ? '参保人处于暂停参保状态'
        : medType === '14' && !filingOn(person, textOf(data, 'dise_codg') || 'M07801', day)
          ? '未备案门诊慢特病或备案不在有效期内'
          : '';
  const row = (check: string, fund: string) => ({
    psn_no: person.psnNo,
    trt_chk_type: check,
    fund_pay_type: fund,
    trt_enjymnt_flag: refusal === '' ? '1' : '0',
    begndate: `${day.slice(0, 4)}-01-01`,
    enddate: `${day.slice(0, 4)}-12-31`,
    trt_chk_rslt: refusal,
  });
  return { trtinfo: [row('01', person.insutype === '390' ? '390100' : '310100'), row('99', '')] };
});

/** 5301: chronic diseases on file. */
export const chronicFilings = reading((call) => {
  const person = personByNumber(call, needed(nodeOf(call.input, 'data'), 'psn_no'));
  return { feedetail: person.filings.map(({ code, name, begin, end }) => ({ opsp_dise_code: code, opsp_dise_name: name, begndate: begin, enddate: end })) };
});

/** 5302: places where a chronic patient may be treated. */
export const designatedPlaces = reading((call) => {
  const data = nodeOf(call.input, 'data');
  needed(data, 'biz_appy_type');
  const person = personByNumber(call, needed(data, 'psn_no'));
  const place = {
    psn_no: person.psnNo,
    insutype: person.insutype,
    fix_srt_no: '1',
    fixmedins_code: call.envelope.fixmedins_code,
    fixmedins_name: '模拟定点医药机构',
    begndate: '2025-01-01',
    enddate: '',
    memo: wireTime(call.now),
  };
  return { psnfixmedin: person.filings.length > 0 ? [place] : [] };
});
