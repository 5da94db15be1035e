/** The screen of a phone. */
export const PHONE = { width: 390, height: 844 };

/** Something that floats over a page, and what opens it. */
export interface Opening {
  readonly name: string;
  /** A button of the page, an act of the first row, a select, or a field with a calendar. */
  readonly by: 'button' | 'row' | 'combobox' | 'textbox';
  readonly kind: 'dialog' | 'listbox' | 'menu';
  /** A phone has it behind another button. */
  readonly wideOnly?: boolean;
}

/** A page, or one tab of it, and what is opened there. */
export interface Screen {
  readonly account: string;
  readonly page: string;
  readonly address: string;
  readonly tab?: string;
  /** Made beside the page before it is opened. */
  readonly needs?: 'bill of today';
  readonly openings: readonly Opening[];
}

const button = (name: string): Opening => ({ name, by: 'button', kind: 'dialog' });
const row = (name: string): Opening => ({ name, by: 'row', kind: 'dialog' });
const select = (name: string): Opening => ({ name, by: 'combobox', kind: 'listbox', wideOnly: true });

const COLUMNS = button('列表显示设置');

/** None of them saves anything: each is closed again by Escape. */
export const SCREENS: readonly Screen[] = [
  { account: 'admin', page: '患者管理', address: '/his/patient', openings: [button('新建患者'), row('查看'), row('编辑'), select('患者类型'), COLUMNS] },
  { account: 'cashier', page: '收费结算', address: '/his/charging', tab: '账单', needs: 'bill of today', openings: [row('查看'), select('支付方式'), COLUMNS] },
  { account: 'cashier', page: '收费结算', address: '/his/charging', tab: '患者账目', openings: [row('账目')] },
  { account: 'cashier', page: '收费结算', address: '/his/charging', tab: '交班', openings: [row('查看')] },
  { account: 'clerk', page: '收费结算', address: '/his/charging', tab: '月结', openings: [button('全中心月结')] },
  { account: 'clerk', page: '医保结算', address: '/his/insurance', tab: '登记', openings: [select('状态')] },
  { account: 'clerk', page: '接口日志', address: '/his/insurance/log', openings: [button('查询平台'), button('补记'), select('交易')] },
  { account: 'admin', page: '医保接入', address: '/his/insurance/setup', openings: [button('修改')] },
  { account: 'admin', page: '药品材料诊疗目录', address: '/his/catalogue', openings: [button('新增'), row('编辑'), row('价格'), select('状态')] },
  { account: 'admin', page: '套餐维护', address: '/his/package', openings: [row('编辑'), row('停用')] },
  { account: 'admin', page: '药物相互作用', address: '/his/interaction', openings: [row('编辑'), row('停用')] },
  { account: 'manager', page: '机构管理', address: '/permission/organize', openings: [row('编辑')] },
  { account: 'manager', page: '岗位管理', address: '/permission/position', openings: [row('编辑')] },
  { account: 'manager', page: '用户管理', address: '/permission/user', openings: [button('新建用户'), row('编辑'), button('导入'), COLUMNS] },
  { account: 'manager', page: '角色管理', address: '/permission/role', openings: [row('编辑')] },
  { account: 'manager', page: '分组管理', address: '/permission/group', openings: [row('编辑')] },
  { account: 'admin', page: '数据字典', address: '/systemData/dictionary', openings: [button('新建字典'), row('编辑'), select('状态')] },
  { account: 'admin', page: '行政区划', address: '/system/area', openings: [button('新建区划'), row('编辑')] },
  { account: 'admin', page: '插件设置', address: '/system/pluginSettings', openings: [select('适用范围')] },
  { account: 'admin', page: '后台任务', address: '/system/task', openings: [row('运行记录')] },
  { account: 'admin', page: '审计日志', address: '/system/audit', openings: [select('结果')] },
];
