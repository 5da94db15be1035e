import { get, post, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_DATABASE, MAX_HOST, MAX_ORACLE, MAX_PASSWORD, MAX_SOURCE_NAME, MAX_USER, SOURCE_MENU } from './source-limits.ts';

const ORACLE = { show: "dbType = 'Oracle'", hidden: 'keep' } as const;

/** Databases beside our own that tables are read from (wire facts 15, DataSource; spec 2.5-06). They are of the whole installation. */
export const dataSource = defineRecord('data.dataSource', {
  title: ['数据连接', '資料連線', 'Data source'],
  menu: SOURCE_MENU,
  wire: { at: '/api/system/DataSource', spec: ['2.5-06'] },
  subject: 'data-source',
  fields: {
    fullName: field.text(MAX_SOURCE_NAME).required().label('连接名称', '連線名稱', 'Name'),
    dbType: field
      .oneOf(
        ['PostgreSQL', 'PostgreSQL', 'PostgreSQL', 'PostgreSQL'],
        ['MySQL', 'MySQL（无驱动）', 'MySQL（無驅動程式）', 'MySQL (no driver)'],
        ['SQLServer', 'SQL Server（无驱动）', 'SQL Server（無驅動程式）', 'SQL Server (no driver)'],
        ['Oracle', 'Oracle（无驱动）', 'Oracle（無驅動程式）', 'Oracle (no driver)'],
        ['DM', '达梦（无驱动）', '達夢（無驅動程式）', 'DM (no driver)'],
        ['KingbaseES', '人大金仓（无驱动）', '人大金倉（無驅動程式）', 'KingbaseES (no driver)'],
      )
      .required()
      .initial('PostgreSQL')
      .help(
        '本系统只能连接 PostgreSQL，其他类型仅保存资料',
        '本系統只能連線 PostgreSQL，其他類型僅保存資料',
        'this product connects to PostgreSQL; of other kinds the entry is kept and nothing more',
      )
      .label('数据库类型', '資料庫類型', 'Kind'),
    host: field
      .text(MAX_HOST)
      .required()
      .help(
        '须由运维列入 registry.json：postgresql://10.1.2.3:5432',
        '須由運維列入 registry.json：postgresql://10.1.2.3:5432',
        'to be listed in registry.json: postgresql://10.1.2.3:5432',
      )
      .label('主机', '主機', 'Host'),
    port: field.int(1, 65_535).initial(5432).label('端口', '連接埠', 'Port'),
    serviceName: field.text(MAX_DATABASE).required().label('数据库', '資料庫', 'Database'),
    dbSchema: field.text(MAX_DATABASE).help('空则为 public', '空則為 public', 'public where none is given').label('模式', '結構描述', 'Schema'),
    userName: field.text(MAX_USER).required().label('用户名', '使用者名稱', 'User'),
    password: field.text(MAX_PASSWORD).help('加密保存，不再显示', '加密保存，不再顯示', 'kept sealed and never shown again').label('密码', '密碼', 'Password'),
    tableSpace: field.text(MAX_ORACLE).when(ORACLE).label('表空间', '表空間', 'Table space'),
    oracleExtend: field.flag().when(ORACLE).label('Oracle 扩展', 'Oracle 擴充', 'Oracle options'),
    oracleLinkType: field.text(MAX_ORACLE).when(ORACLE).label('Oracle 连接类型', 'Oracle 連線類型', 'Oracle link'),
    oracleRole: field.text(MAX_ORACLE).when(ORACLE).label('Oracle 角色', 'Oracle 角色', 'Oracle role'),
    oracleService: field.text(MAX_ORACLE).when(ORACLE).label('Oracle 服务', 'Oracle 服務', 'Oracle service'),
    sortCode: STANDARD_FIELDS.sortCode,
    enabledMark: STANDARD_FIELDS.enabledMark,
  },
  shown: {
    /** 1: a password is kept. */
    passwordSet: shown.int(),
    /** 1: this product has a driver for it, and the site lists its host. */
    reachable: shown.int(),
    /** Why it cannot be read, in the reader's language; empty where nothing stands against it. */
    obstacle: shown.text('可用性', '可用性', 'Usable'),
  },
  list: {
    columns: ['fullName', 'dbType', 'host', 'serviceName', 'obstacle', 'enabledMark', '-port', '-userName', '-dbSchema', '-sortCode', '-lastModifyTime'],
    sort: ['fullName', 'host', 'sortCode'],
    keyword: ['fullName', 'host', 'serviceName'],
    filter: ['dbType', 'enabledMark'],
    order: 'sortCode',
    shared: true,
  },
  acts: { create: { audit: 'security' }, edit: { audit: 'security' }, remove: { audit: 'security' }, state: { audit: 'security' } },
  buttons: { btn_test: ['测试连接', '測試連線', 'Test'] },
});

/** What a test found. A source that cannot be reached is an answer, not a refusal. */
export const testReply = Type.Object({
  /** True: a session stood, and a statement was answered. */
  ok: Type.Boolean(),
  /** `ForeignFailure`, `no-driver` or `no-password`; empty where it is ok. */
  failure: Type.String(),
  /** Sentence in the reader's language. */
  message: Type.String(),
  /** What the server calls itself; empty where it is not ok. */
  serverVersion: Type.String(),
  milliseconds: Type.Integer(),
});

const text = (max: number) => Type.Optional(Type.String({ maxLength: max }));

export const dataSourceContract = recordContract(dataSource, {
  selector: get('/api/system/DataSource/Selector', {
    summary: 'Sources that can be chosen, below their kinds; the own database (`0`) first',
    need: { anyOf: ['perm:systemData.dataModel', 'perm:systemData.dataSync', `perm:${SOURCE_MENU}`] },
    audit: 'none',
    reply: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          fullName: Type.String(),
          /** Of a kind `-1`. */
          parentId: Type.String(),
          children: Type.Optional(
            Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), parentId: Type.String(), dbType: Type.String(), usable: Type.Boolean() })),
          ),
        }),
      ),
    }),
    spec: ['2.5-06'],
  }),
  test: post('/api/system/DataSource/Actions/Test', {
    summary: 'Try to reach a source, at most some ten seconds; the password that is kept counts where none is sent and host and port are those that are kept',
    need: `perm:${SOURCE_MENU}:btn_test`,
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({
      id: text(64),
      dbType: text(20),
      host: text(MAX_HOST),
      port: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.String({ maxLength: 5, pattern: '^\\d*$' })])),
      userName: text(MAX_USER),
      password: text(MAX_PASSWORD),
      serviceName: text(MAX_DATABASE),
    }),
    reply: testReply,
    spec: ['2.5-06'],
  }),
});
