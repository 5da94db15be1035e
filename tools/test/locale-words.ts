/**
 * One word for one thing, and the words of the place. What stands left must not stand in a Traditional Chinese text; right is what we say.
 * Insurance here is that of the mainland, so it is 醫保, never 健保, which is Taiwan's own.
 */
export const TRADITIONAL: readonly (readonly [RegExp, string])[] = [
  [/健保/, '醫保'],
  [/編碼/, '代碼'],
  [/病人|患者/, '病患'],
  [/報文/, '訊息'],
  [/定點/, '特約'],
  [/慢性病／特殊疾病/, '慢特病'],
  [/窗口/, '櫃檯'],
  [/聯繫/, '聯絡'],
  [/查找|尋找/, '搜尋'],
  [/答覆/, '回覆'],
  [/退款/, '退費'],
  [/化驗/, '檢驗'],
  [/個帳(?!戶|號)/, '個人帳戶'],
  [/廠商|廠家/, '製造廠'],
  [/批准文號/, '許可證字號'],
  [/醫生|大夫/, '醫師'],
  [/護士/, '護理師'],
  [/身份/, '身分'],
  [/賬/, '帳'],
  [/用戶/, '使用者'],
  [/登錄(?!檔)/, '登入（簽進系統）、登記、記錄'],
  [/信息|消息/, '資訊、訊息'],
  [/數據/, '資料'],
  [/設置/, '設定'],
  [/默認|缺省/, '預設'],
  [/服務器/, '伺服器'],
  [/網絡/, '網路'],
  [/軟件/, '軟體'],
  [/屏幕/, '螢幕'],
  [/打印/, '列印'],
  [/鼠標/, '滑鼠'],
  [/視頻/, '影片、視訊'],
  [/刷新/, '重新整理'],
  [/接口/, '介面'],
  [/插件/, '外掛'],
  [/菜單/, '選單'],
  [/導入/, '匯入'],
  [/導出/, '匯出'],
  [/字段/, '欄位'],
  [/訪問/, '存取、造訪'],
  [/在線(?!上)/, '線上'],
  [/短信/, '簡訊'],
  [/郵箱/, '信箱'],
  [/鏈接/, '連結'],
  [/支持/, '支援'],
  [/激活/, '啟用'],
  [/創建/, '建立'],
  [/添加/, '新增'],
  [/加載/, '載入'],
  [/運行/, '執行'],
  [/(?<!處理)程序/, '程式'],
  [/回車/, 'Enter'],
  [/質量/, '品質'],
  [/兼容/, '相容'],
  [/[筆核個條的方單]記錄|記錄不存在|(沒有|聊天|監測|執行|閱讀|同一)記錄|有記錄被/, '紀錄（名詞）；記錄是動詞'],
  [/[“”]/, '「」'],
];

/** The same for Simplified Chinese: what pages of one product must not call by two names. */
export const SIMPLIFIED: readonly (readonly [RegExp, string])[] = [
  [/健保/, '医保'],
  [/病人|病患/, '患者'],
  [/登陆/, '登录'],
  [/帐/, '账'],
  // The search of the menu is called so by the specification.
  [/(?<!菜单)搜索(?!：?(?:导航)?菜单)/, '查找'],
  [/关键字/, '查找（字段名）、关键词'],
];

/** And for English. */
export const ENGLISH: readonly (readonly [RegExp, string])[] = [[/^(?:Keyword|Search)$/, 'Find, for the field; the button of a list is the kit’s']];

/** Characters that only the simplified script has; a text that was not converted shows by them. */
export const SIMPLE_ONLY =
  /[这为们时会来对发动应经开关后说话电见视认证识别语录处单张员码显项图医药师费诊历检验实际转给结绩编缩写总类标题选择删补汇导进连网络设备务钟组织负责统计术输请谢变书买卖东车马长门问间风飞点热无层岁万与专业严]/u;

/** The same characters as only the traditional script writes them. */
export const TRADITIONAL_ONLY =
  /[這為們時會來對發動應經開關後說話電見視認證識別語錄處單張員碼顯項圖醫藥師費診歷檢驗實際轉給結績編縮寫總類標題選擇刪補匯導進連網絡設備務鐘組織負責統計術輸請謝變書買賣東車馬長門問間風飛點熱無層歲萬與專業嚴]/u;
