import { type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { allergyState } from './allergy-state.ts';
import { FileField, factsOf } from './file-field.ts';
import { certType, dayText, diagnosisEntry, infectionMark, medInsMark, nullable, patientSex, patientType, reimWay } from './file-parts.schema.ts';
import { MAX_AREA_ID, MAX_DIAGNOSES } from './limits.ts';
import { pregnancyState } from './pregnancy.ts';

/** One line of text. @param max characters */
const text = (max: number) => new FileField(factsOf('text', '', max), Type.String({ maxLength: max }), Type.String());
/** Several lines. */
const note = (max: number) => new FileField(factsOf('note', '', max), Type.String({ maxLength: max }), Type.String());
const nullableDay = nullable(dayText);
const asDay = <W extends TSchema, R extends TSchema>(written: W, read: R) => new FileField(factsOf('day', null), written, read);
/** `YYYY-MM-DD`, or null. */
const day = () => asDay(nullableDay, nullableDay);
/** What has a control and words of its own. @param empty what stands where nobody has said anything */
const other = <W extends TSchema, R extends TSchema = W>(written: W, empty: unknown, read?: R) =>
  new FileField(factsOf('other', empty), written, (read ?? written) as R);

/** What people write of a patient, in the order of histories. What a caller sends and reads, limits, form, drawer and names follow. */
export const FILE_FIELDS = {
  patientName: text(50).inLists().label('姓名', '姓名', 'Name'),
  patientSex: other(patientSex, 0).inLists().label('性别', '性別', 'Sex'),
  birthday: asDay(nullableDay, nullable(Type.String())).inLists().label('出生日期', '出生日期', 'Date of birth'),
  psn_cert_type: other(certType, '01').inLists().label('证件类型', '證件類型', 'Document type'),
  /** Left out of an edit where it was not typed anew: lists show it masked. */
  patientIdcard: text(30).masked().optional().inLists().label('证件号', '證件號', 'Identity number'),
  phone: text(20).masked().optional().withheld().inLists().label('手机', '手機', 'Mobile'),
  /** Province, city and district by the id of the area (plugin `system`); street and house, or all of it where nobody chose one, stand in `address`. */
  addressArea: other(Type.String({ maxLength: MAX_AREA_ID }), '')
    .optional()
    .label('所在地区', '所在地區', 'Area'),
  address: text(200).label('住址', '住址', 'Address'),
  contactName: text(50).label('联系人', '聯絡人', 'Contact'),
  contactPhone: text(20).masked().optional().withheld().label('联系人电话', '聯絡人電話', 'Contact phone'),
  /** Empty on creation: a number is issued. */
  outpatientCode: text(40).inLists().label('门诊号', '門診號', 'Outpatient no.'),
  patientType: other(patientType, 'non-dialysis').initial('dialysis').in('dialysis').inLists().label('患者类型', '病患類型', 'Type'),
  reimWay: other(reimWay, '0').initial('310').in('insurance').inLists().label('费别', '身分別', 'Payer'),
  medInsMark: other(medInsMark, '0').initial('1').in('insurance').inLists().label('医保标志', '醫保註記', 'Coverage'),
  /** National person number; empty when not insured. */
  psn_no: text(40).in('insurance').inLists().label('医保人员编号', '醫保人員編號', 'Insured person no.'),
  /** Area code where the person is insured. */
  insuplc_admdvs: text(12).asTyped().in('insurance').label('参保地', '投保地', 'Insured in'),
  infectedHistory: other(Type.Array(infectionMark, { maxItems: 6, uniqueItems: true }), [], Type.Array(infectionMark))
    .in('clinical')
    .inLists()
    .label('感染标志', '感染註記', 'Infection'),
  /** Day of the last serology. */
  infectionCheckedOn: day().in('clinical').inLists().label('感染检测日期', '感染檢驗日期', 'Serology on'),
  /** Current visit number; carried into new prescriptions. */
  visit: text(40).asTyped().in('clinical').inLists().label('就诊号', '就診號', 'Visit'),
  diagnosis: other(Type.Array(diagnosisEntry, { maxItems: MAX_DIAGNOSES }), [], Type.Array(diagnosisEntry))
    .in('clinical')
    .inLists()
    .label('诊断', '診斷', 'Diagnosis'),
  /** Names of ingredients. */
  allergies: other(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 30, uniqueItems: true }), [], Type.Array(Type.String()))
    .in('clinical')
    .inLists()
    .label('过敏史', '過敏史', 'Allergies'),
  /** With a list it says nothing. */
  allergyState: other(allergyState, '').optional().in('clinical').inLists().label('过敏询问', '過敏詢問', 'Asked for allergies'),
  pregnancyState: other(pregnancyState, '').optional().in('clinical').label('孕哺状态', '懷孕／哺乳狀態', 'Pregnancy and nursing'),
  /** Day on which it was said. */
  pregnancyOn: day().optional().in('clinical').label('孕哺状态确认日期', '懷孕／哺乳確認日期', 'Stated on'),
  note: note(500).label('备注', '備註', 'Note'),
};

/** The dialysis plan in it. */
export const PLAN_FIELDS = {
  /** Empty: a number is issued. */
  dialysisNo: text(40).asTyped().in('dialysis').label('透析号', '透析號', 'Dialysis no.'),
  mode: other(Type.String({ maxLength: 20 }), '')
    .initial('HD')
    .in('dialysis')
    .label('透析方式', '透析方式', 'Mode'),
  weekdays: other(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }), [])
    .in('dialysis')
    .label('透析日', '透析日', 'Dialysis days'),
  classId: other(Type.String({ maxLength: 40 }), '')
    .in('dialysis')
    .label('班次', '班別', 'Shift'),
  bed: text(40).in('dialysis').label('床位', '床位', 'Bed'),
  firstDate: asDay(nullable(Type.String({ maxLength: 10 })), nullable(Type.String({ maxLength: 10 })))
    .in('dialysis')
    .label('首次透析', '首次透析', 'First dialysis'),
  dryWeight: other(nullable(Type.Number({ minimum: 0, maximum: 500 })), null)
    .in('dialysis')
    .label('干体重', '乾體重', 'Dry weight'),
  access: text(100).asTyped().in('dialysis').label('血管通路', '血管通路', 'Access'),
};
