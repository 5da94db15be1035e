import type { Language, TextByLanguage } from '@nephra/plugin-sdk/contract';

/** What a row of an import says, all in texts (wire facts 13). */
export const IMPORT_KEYS = [
  'account',
  'realName',
  'enCode',
  'gender',
  'organizeId',
  'managerId',
  'positionId',
  'roleId',
  'mobilePhone',
  'email',
  'enabledMark',
  'sortCode',
  'description',
  'entryDate',
  'birthday',
  'nation',
  'nativePlace',
  'certificatesType',
  'certificatesNumber',
  'education',
  'telePhone',
  'landline',
  'urgentContacts',
  'urgentTelePhone',
  'postalAddress',
] as const;
export type ImportKey = (typeof IMPORT_KEYS)[number];
export type ImportTexts = Readonly<Record<ImportKey, string>>;

export interface ImportColumn {
  readonly title: TextByLanguage;
  /** For the sheet that explains. */
  readonly help: TextByLanguage;
  readonly example: TextByLanguage;
  readonly required?: true;
}

/** Not the SDK's own: a journey reads these columns where no SDK has been built. */
const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });
const same = (value: string): TextByLanguage => text(value, value, value);
const column = (title: TextByLanguage, help: TextByLanguage, example: TextByLanguage, required?: true): ImportColumn => ({
  title,
  help,
  example,
  ...(required ? { required } : {}),
});

const free = text('可不填。', '可不填。', 'May be left empty.');
const dayHelp = text('日期，例如 2020-01-31。', '日期，例如 2020-01-31。', 'A day such as 2020-01-31.');
const pickHelp = text('从下拉列表中选择，可不填。', '從下拉清單選擇，可不填。', 'Choose from the list; may be left empty.');

/** Columns of the workbook, in their order. */
export const IMPORT_COLUMNS: Readonly<Record<ImportKey, ImportColumn>> = {
  account: column(
    text('账号', '帳號', 'Account'),
    text(
      '登录账号，全系统唯一；文字、数字以及 _ @ . -，不能有空格。',
      '登入帳號，全系統唯一；文字、數字及 _ @ . -，不可有空格。',
      'To sign in with; unique in the whole system; letters, digits and _ @ . -, no blanks.',
    ),
    same('example.user'),
    true,
  ),
  realName: column(
    text('姓名', '姓名', 'Name'),
    text('不能包含特殊符号。', '不可包含特殊符號。', 'No special symbols.'),
    text('示例用户', '範例使用者', 'Example User'),
    true,
  ),
  enCode: column(
    text('工号', '員工編號', 'Staff number'),
    text('只能是数字，可不填。', '只能是數字，可不填。', 'Digits only; may be left empty.'),
    same('1001'),
  ),
  gender: column(text('性别', '性別', 'Gender'), pickHelp, text('女', '女', 'Female')),
  organizeId: column(
    text('所属组织', '所屬組織', 'Organisation'),
    text(
      '机构或部门的完整路径，用 / 分隔，可从下拉列表选择；多个组织用分号（；）隔开，第一个为主组织。',
      '機構或部門的完整路徑，以 / 分隔，可從下拉清單選擇；多個組織以分號（；）隔開，第一個為主要組織。',
      'Whole path of an organisation or department, parts joined by /, from the list; several are separated by semicolons, the first is the major one.',
    ),
    same(''),
    true,
  ),
  managerId: column(
    text('直属主管', '直屬主管', 'Manager'),
    text(
      '主管的账号，或“姓名/账号”；也可以是本表中的账号。',
      '主管的帳號，或「姓名/帳號」；也可以是本表中的帳號。',
      'Account of the manager, or name/account; may be an account of this sheet.',
    ),
    same(''),
  ),
  positionId: column(
    text('岗位', '職位', 'Positions'),
    text(
      '岗位名称，可从下拉列表选择；多个用分号（；）隔开。',
      '職位名稱，可從下拉清單選擇；多個以分號（；）隔開。',
      'Names of positions, from the list; several are separated by semicolons.',
    ),
    same(''),
  ),
  roleId: column(
    text('角色', '角色', 'Roles'),
    text(
      '角色名称，可从下拉列表选择；多个用分号（；）隔开。',
      '角色名稱，可從下拉清單選擇；多個以分號（；）隔開。',
      'Names of roles, from the list; several are separated by semicolons.',
    ),
    same(''),
  ),
  mobilePhone: column(
    text('手机', '手機', 'Mobile'),
    text('11 位手机号码，全系统唯一。', '11 碼手機號碼，全系統唯一。', '11 digits, unique in the whole system.'),
    same('13800000000'),
  ),
  email: column(text('邮箱', '電子郵件', 'Email'), free, same('example@example.org')),
  enabledMark: column(
    text('状态', '狀態', 'State'),
    text('正常、锁定或停用；不填为正常。', '正常、鎖定或停用；不填為正常。', 'Normal, Locked or Disabled; empty means Normal.'),
    text('正常', '正常', 'Normal'),
  ),
  sortCode: column(text('排序', '排序', 'Order'), text('整数，小的在前。', '整數，小者在前。', 'A whole number; smaller ones come first.'), same('0')),
  description: column(text('说明', '說明', 'Note'), free, same('')),
  entryDate: column(text('入职日期', '到職日期', 'Entry date'), dayHelp, same('2020-01-31')),
  birthday: column(text('生日', '生日', 'Birthday'), dayHelp, same('1990-05-20')),
  nation: column(text('民族', '民族', 'Ethnic group'), free, text('汉族', '漢族', 'Han')),
  nativePlace: column(text('籍贯', '籍貫', 'Native place'), free, same('')),
  certificatesType: column(text('证件类型', '證件類型', 'Certificate'), pickHelp, text('身份证', '身分證', 'ID card')),
  certificatesNumber: column(
    text('证件号码', '證件號碼', 'Certificate number'),
    text(
      '证件类型为身份证时须为有效的身份证号码。',
      '證件類型為身分證時須為有效的身分證號碼。',
      'With the certificate ID card it must be a valid ID card number.',
    ),
    same('11010519491231002X'),
  ),
  education: column(text('学历', '學歷', 'Education'), pickHelp, text('本科', '大學', 'Bachelor')),
  telePhone: column(text('办公电话', '辦公電話', 'Office telephone'), free, same('')),
  landline: column(text('办公座机', '辦公室分機', 'Landline'), free, same('')),
  urgentContacts: column(text('紧急联系人', '緊急聯絡人', 'Emergency contact'), free, same('')),
  urgentTelePhone: column(text('紧急联系电话', '緊急聯絡電話', 'Emergency telephone'), free, same('')),
  postalAddress: column(text('通讯地址', '通訊地址', 'Postal address'), free, same('')),
};

const REQUIRED_MARK = '*';
/** Heading of a column in the workbook; required ones carry a star. */
export const headingOf = (key: ImportKey, language: Language): string =>
  `${IMPORT_COLUMNS[key].title[language]}${IMPORT_COLUMNS[key].required ? REQUIRED_MARK : ''}`;
