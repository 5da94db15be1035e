import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { DIALYSIS_MODES } from '../../dialysis-file/contract/index.ts';
import { MAX_CODE, MAX_DISINFECTION_NOTE, MAX_NAME, MAX_PUBLIC_NAME } from './limits.ts';

const AT = '/api/his/dialysis-schedule';
const ZONE_CHOICES = [
  ['A', 'A 普通', 'A 普通', 'A ordinary'],
  ['B', 'B 乙肝', 'B 乙肝', 'B hepatitis B'],
  ['C', 'C 丙肝', 'C 丙肝', 'C hepatitis C'],
  ['D', 'D 梅毒/HIV', 'D 梅毒/HIV', 'D syphilis, HIV'],
  ['E', 'E 待查', 'E 待查', 'E pending'],
  ['O', 'O 观察', 'O 觀察', 'O observation'],
] as const;
const MODE_CHOICES = DIALYSIS_MODES.map((mode) => [mode, mode, mode, mode] as const);

/** Rooms in which stations stand. */
export const room = defineRecord('dialysis-schedule.room', {
  title: ['透析室', '透析室', 'Treatment room'],
  menu: 'his.dialysisRoom',
  wire: { at: `${AT}/Room` },
  subject: 'dialysis-room',
  fields: {
    fullName: field.text(MAX_NAME).required().label('名称', '名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('编码', '代碼', 'Code'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'enCode', 'enabledMark', '-sortCode', '-description'],
    sort: ['fullName', 'enCode', 'sortCode'],
    keyword: ['fullName', 'enCode'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {} },
});
export const roomContract = recordContract(room);

/** Places where patients lie. A machine is put there and taken away without touching the plan. */
export const station = defineRecord('dialysis-schedule.station', {
  title: ['透析机位', '透析機位', 'Station'],
  menu: 'his.dialysisStation',
  wire: { at: `${AT}/Station` },
  subject: 'dialysis-station',
  fields: {
    enCode: field.text(MAX_CODE).required().label('机位号', '機位號', 'Code'),
    roomId: field.relation('dialysis-schedule.room').required().label('透析室', '透析室', 'Room'),
    zone: field
      .oneOf(...ZONE_CHOICES)
      .required()
      .initial('A')
      .label('分区', '分區', 'Zone'),
    publicName: field
      .text(MAX_PUBLIC_NAME)
      .label('大屏显示名', '大屏顯示名', 'Name on public screens')
      .help(
        '候诊大屏与叫号所用；留空则按巡视顺序编号，分区字母不上大屏',
        '候診大屏與叫號所用；留空則依巡視順序編號，分區字母不上大屏',
        'Read in calls and in the waiting room; empty: numbered in the order of rooms. Letters of zones are never shown',
      ),
    ...STANDARD_FIELDS,
  },
  shown: { machineCode: shown.text('透析机', '透析機', 'Machine') },
  list: {
    columns: ['enCode', 'roomId', 'zone', 'machineCode', 'publicName', 'enabledMark', '-sortCode', '-description'],
    sort: ['enCode', 'sortCode', 'zone'],
    keyword: ['enCode'],
    filter: ['roomId', 'zone', 'enabledMark'],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {} },
});
export const stationContract = recordContract(station);

/** Machines: only one that is ready is taken for a treatment, and after it comes disinfection. */
export const machine = defineRecord('dialysis-schedule.machine', {
  title: ['透析机', '透析機', 'Machine'],
  menu: 'his.dialysisMachine',
  wire: { at: `${AT}/Machine` },
  subject: 'dialysis-machine',
  fields: {
    enCode: field.text(MAX_CODE).required().label('设备编号', '設備編號', 'Code'),
    maker: field.text(MAX_NAME).label('厂家', '製造廠', 'Maker'),
    model: field.text(MAX_NAME).label('型号', '型號', 'Model'),
    serialNo: field.text(MAX_NAME).label('序列号', '序號', 'Serial number'),
    modes: field
      .choices(10, ...MODE_CHOICES)
      .required()
      .label('可用模式', '可用模式', 'Modes'),
    zone: field
      .choice(2, ...ZONE_CHOICES)
      .label('固定分区', '固定分區', 'Zone that it stays in')
      .help('空：不固定', '空：不固定', 'Empty: none'),
    /** Empty: a spare machine. */
    stationId: field.relation('dialysis-schedule.station').label('所在机位', '所在機位', 'Stands at'),
    description: STANDARD_FIELDS.description,
  },
  shown: {
    state: shown.text('状态', '狀態', 'State'),
    /** Milliseconds; 0: never. */
    disinfectedTime: shown.instant('上次消毒', '上次消毒', 'Disinfected'),
    /** Milliseconds; 0: never. */
    usedTime: shown.instant('上次用毕', '上次用畢', 'Last used'),
  },
  list: {
    columns: ['enCode', 'state', 'stationId', 'model', 'modes', 'disinfectedTime', '-usedTime', '-zone', '-maker', '-serialNo', '-description'],
    sort: ['enCode', 'model'],
    order: 'enCode',
    keyword: ['enCode', 'model', 'serialNo'],
    filter: ['zone', 'stationId'],
  },
  acts: { create: {}, edit: {}, remove: {} },
  buttons: {
    btn_disinfect: ['消毒登记', '消毒登記', 'Disinfect'],
    btn_back: ['恢复使用', '恢復使用', 'Back in service'],
    btn_out: ['停用与维修', '停用與維修', 'Out of service'],
  },
});
export interface MachineRow extends RecordRow<typeof machine> {}

/** What was done to make a machine ready again. An entry is corrected, never deleted; the audit log keeps both values. */
export const disinfection = defineRecord('dialysis-schedule.disinfection', {
  title: ['机器消毒记录', '機器消毒紀錄', 'Disinfection'],
  menu: 'his.dialysisDisinfection',
  wire: { at: `${AT}/Disinfection` },
  subject: 'dialysis-disinfection',
  fields: {
    machineId: field.relation('dialysis-schedule.machine').required().label('透析机', '透析機', 'Machine'),
    kind: field
      .oneOf(
        ['heat', '热消毒', '熱消毒', 'Heat'],
        ['chemical', '化学消毒', '化學消毒', 'Chemical'],
        ['citric', '热柠檬酸', '熱檸檬酸', 'Hot citric acid'],
        ['surface', '表面消毒', '表面消毒', 'Surface'],
      )
      .required()
      .label('方式', '方式', 'Kind'),
    agent: field.text(MAX_NAME).label('消毒剂', '消毒劑', 'Agent'),
    startedAt: field.instant().required().label('开始', '開始', 'Started'),
    endedAt: field.instant().required().label('结束', '結束', 'Ended'),
    /** A chemical way needs it. */
    residue: field
      .oneOf(['passed', '合格', '合格', 'Passed'], ['failed', '不合格', '不合格', 'Failed'], ['none', '不适用', '不適用', 'Not applicable'])
      .required()
      .label('残留检测', '殘留檢測', 'Residue test'),
    note: field.note(MAX_DISINFECTION_NOTE).span(2).label('备注', '備註', 'Note'),
  },
  shown: { byName: shown.text('操作人', '操作人', 'By') },
  list: {
    columns: ['machineId', 'kind', 'agent', 'startedAt', 'endedAt', 'residue', 'byName', '-note'],
    sort: ['startedAt', 'endedAt'],
    order: '-startedAt',
    keyword: ['agent', 'note'],
    filter: ['machineId', 'kind', 'residue', 'startedAt'],
  },
  acts: { create: {}, edit: {} },
});
export interface DisinfectionRow extends RecordRow<typeof disinfection> {}
export const disinfectionContract = recordContract(disinfection);
