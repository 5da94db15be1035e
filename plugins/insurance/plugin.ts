import { MenuType, Type } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';

/** Medical insurance: the national interface. What differs by province comes from site plugins (`insurance.region@1`). */
export default definePlugin({
  id: 'insurance',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '医保接口', zhtw: '醫保介面', en: 'Medical insurance' },
  description: {
    zh: '国家医保接口：登记、上传、预结算、结算、对账、目录对照与异常处理；各省差异由站点插件提供',
    zhtw: '國家醫保介面：登記、上傳、預結算、結算、對帳、目錄對照與異常處理；各省差異由站點外掛提供',
    en: 'National insurance interface: registration, upload, settlement, reconciliation, catalogue mapping and doubtful cases; site plugins bring what differs by province',
  },
  dependsOn: ['patient', 'catalogue', 'prescription', 'charging'],
  editableSettings: settings,
  settings: Type.Object({
    /** Columns (from 1) of the catalogue files of this edition by transaction and field, over the usual ones: `{"1301": {"spec": 14}}`. */
    catalogueColumns: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 500 })))),
    /** A settlement needs the trace code of at least one pack of every packed medicine; not unless told. */
    traceRequired: Type.Optional(Type.Boolean()),
  }),
  pages: [
    page('his.insurance', () => import('./web/desk/insurance.page.tsx')),
    page('his.insurance.cockpit', () => import('./web/cockpit/cockpit.page.tsx')),
    page('his.insurance.catalogue', () => import('./web/catalogue/catalogue.page.tsx')),
    page('his.insurance.reconcile', () => import('./web/reconcile/reconcile.page.tsx')),
    page('his.insurance.log', () => import('./web/log/log.page.tsx')),
    page('his.insurance.setup', () => import('./web/setup/setup.page.tsx')),
  ],
  slots: [
    slot('charging/desk-head@1', 'insurance-doubt', () => import('./web/desk/flow/doubt-head.slot.tsx')),
    slot('charging/insured-refund@1', 'insurance-refund', () => import('./web/refund/insured-refund.slot.tsx')),
    slot('charging/settle-actions@1', 'insurance-settle', () => import('./web/desk/settle-action.slot.tsx')),
    slot('shell/plugin-checks@1', 'insurance-checks', () => import('./web/setup/plugin-checks.slot.tsx')),
    slot('prescription/line-insurance@1', 'insurance-preview', () => import('./web/preview/preview.slot.tsx')),
    slot('patient/records@1', 'settlements', () => import('./web/records/patient-settlements.slot.tsx'), 40),
  ],
  permissions: [
    {
      enCode: 'insurance.figures',
      title: { zh: '医保结算统计', zhtw: '醫保結算統計', en: 'Figures of insured settlements' },
      roleHints: ['orgadmin', 'clerk'],
    },
  ],
  menus: [
    {
      enCode: 'his.medins',
      type: MenuType.Directory,
      parent: 'his',
      title: { zh: '医保', zhtw: '醫保', en: 'Insurance' },
      icon: 'insurance',
      sortCode: 40,
    },
    {
      enCode: 'his.insurance',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '医保结算', zhtw: '醫保結算', en: 'Insured settlement' },
      icon: 'charge',
      sortCode: 10,
      roleHints: ['cashier', 'clerk'],
      buttons: [
        { enCode: 'btn_register', title: { zh: '登记', zhtw: '登記', en: 'Register' }, roleHints: ['cashier', 'clerk'] },
        { enCode: 'btn_settle', title: { zh: '结算', zhtw: '結算', en: 'Settle' }, roleHints: ['cashier'] },
        { enCode: 'btn_cancel', title: { zh: '撤销结算', zhtw: '撤銷結算', en: 'Cancel settlements' }, roleHints: ['cashier'] },
      ],
    },
    {
      enCode: 'his.insurance.cockpit',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '异常结算', zhtw: '異常結算', en: 'Doubtful settlements' },
      icon: 'alert',
      sortCode: 20,
      roleHints: ['cashier', 'clerk'],
      buttons: [
        { enCode: 'btn_resolve', title: { zh: '立即核实', zhtw: '立即核實', en: 'Verify now' }, roleHints: ['cashier', 'clerk'] },
        { enCode: 'btn_decide', title: { zh: '凭证裁定', zhtw: '憑證裁定', en: 'Decide with proof' }, roleHints: ['clerk'] },
      ],
    },
    {
      enCode: 'his.insurance.catalogue',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '目录与对照', zhtw: '目錄與對照', en: 'Catalogue and mapping' },
      icon: 'list',
      sortCode: 30,
      roleHints: ['clerk'],
      buttons: [
        { enCode: 'btn_download', title: { zh: '下载目录', zhtw: '下載目錄', en: 'Download the catalogue' }, roleHints: ['clerk'] },
        { enCode: 'btn_map', title: { zh: '对照', zhtw: '對照', en: 'Map' }, roleHints: ['clerk'] },
        { enCode: 'btn_upload', title: { zh: '上报对照', zhtw: '上報對照', en: 'Report mappings' }, roleHints: ['clerk'] },
      ],
    },
    {
      enCode: 'his.insurance.reconcile',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '医保对账', zhtw: '醫保對帳', en: 'Reconciliation' },
      icon: 'settlement',
      sortCode: 40,
      roleHints: ['cashier', 'clerk'],
      buttons: [
        { enCode: 'btn_run', title: { zh: '对账', zhtw: '對帳', en: 'Reconcile' }, roleHints: ['clerk'] },
        { enCode: 'btn_explain', title: { zh: '说明差异', zhtw: '說明差異', en: 'Explain differences' }, roleHints: ['clerk'] },
        { enCode: 'btn_decide', title: { zh: '裁定外来结算', zhtw: '裁定外來結算', en: 'Decide on foreign settlements' }, roleHints: ['clerk'] },
      ],
    },
    {
      enCode: 'his.insurance.log',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '接口日志', zhtw: '介面日誌', en: 'Interface log' },
      icon: 'record',
      sortCode: 50,
      roleHints: ['clerk', 'developer'],
      buttons: [
        { enCode: 'btn_note', title: { zh: '补记', zhtw: '補記', en: 'Add manual entries' }, roleHints: ['clerk'] },
        { enCode: 'btn_replay', title: { zh: '重放（测试区）', zhtw: '重放（測試區）', en: 'Replay (test region)' }, roleHints: ['developer'] },
        { enCode: 'btn_query', title: { zh: '查询平台', zhtw: '查詢平台', en: 'Query the platform' }, roleHints: ['clerk'] },
      ],
    },
    {
      enCode: 'his.insurance.setup',
      type: MenuType.Page,
      parent: 'his.medins',
      title: { zh: '医保接入', zhtw: '醫保接入', en: 'Connection' },
      icon: 'link',
      sortCode: 60,
      roleHints: ['clerk'],
      buttons: [{ enCode: 'btn_edit', title: { zh: '修改接入', zhtw: '修改接入', en: 'Edit connections' }, roleHints: [] }],
    },
  ],
});
