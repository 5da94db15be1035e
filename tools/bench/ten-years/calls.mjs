/** Every list of the product as its page asks for it: first page, each sort, a deep page, keywords that hit much, one and nothing, spans of days, and filters put together. */

/** A patient of the first facility with a file. */
const OF_ONE = 'patientId=ten-p20';
const NAME = '雪梅';
const ALL_DAYS = 'startDate={first}&endDate={today}';

const ITEMS = [
  {
    name: 'patients',
    path: '/api/his/patient',
    keyword: true,
    sorts: ['outpatientCode', 'patientAge', 'dialysisNo', 'bed', 'patientName', 'lastModifyTime'],
    more: ['patientType=dialysis', 'state=disabled', 'reimWay=310', 'infected=HBV'],
  },
  { name: 'patients with bills', path: '/api/his/patient/bill/list', keyword: true },
  { name: 'insured patients', path: '/api/his/patient/hi/list', keyword: true },
  { name: 'prescribing: patients of the day', path: '/api/his/prescription/patient', keyword: true, more: ['scope=dialysis', 'scope=all'] },
  { name: 'queue at the till', path: '/api/his/charge/patientlist', keyword: true, days: true },
  { name: 'patients at the till', path: '/api/his/charge/patients', keyword: true, days: true },
  { name: 'charged patients', path: '/api/his/charge/patients', fixed: 'scope=charged', keyword: true, days: true },
  {
    name: 'bills',
    path: '/api/his/charge/bill',
    keyword: true,
    days: true,
    more: [
      ...['state=refund', 'state=cancelled', 'state=partly', 'payWay=cash', 'cashierId=user-cashier', OF_ONE],
      ...['totalFrom=100000', 'totalFrom=25&totalTo=35', `state=refund&keyword=${NAME}`, `payWay=cash&${ALL_DAYS}`, `keyword=${NAME}&${ALL_DAYS}`],
    ],
  },
  {
    name: 'sums of bills',
    path: '/api/his/charge/billTotal',
    keyword: true,
    days: true,
    more: ['state=refund', 'state=cancelled', 'payWay=cash', 'cashierId=user-cashier', OF_ONE, 'totalFrom=100000'],
  },
  { name: 'takings by day', path: '/api/his/charge/day', days: true },
  {
    name: 'lines of bills',
    path: '/api/his/charge/billdetail',
    keyword: true,
    days: true,
    more: ['drugType=西药', 'drugName=肝素', 'drugName=不存在', OF_ONE, `drugType=西药&keyword=${NAME}`],
  },
  { name: 'closings of drawers', path: '/api/his/charge/shift/list', days: true },
  { name: 'open drawer', path: '/api/his/charge/shift', alone: true },
  { name: 'month by patients', path: '/api/his/charge/monthpatientlist', fixed: 'month={month}', keyword: true },
  {
    name: 'queue of the pharmacy',
    path: '/api/his/pharmacy/patient',
    keyword: true,
    days: true,
    more: ['stage=review', 'stage=done', `stage=done&keyword=${NAME}&${ALL_DAYS}`],
  },
  { name: 'stock', path: '/api/his/pharmacy/stock', keyword: true },
  { name: 'stock movements', path: '/api/his/pharmacy/movement', keyword: true, days: true, more: ['kind=dispense', 'kind=adjust', `kind=adjust&${ALL_DAYS}`] },
  { name: 'goods receipts', path: '/api/his/pharmacy/receipt', keyword: true, days: true },
  { name: 'stock counts', path: '/api/his/pharmacy/count' },
  { name: 'stock warnings', path: '/api/his/pharmacy/warning', alone: true },
  { name: 'catalogue', path: '/api/his/catalogue', fixed: 'group=drug', keyword: true },
  { name: 'diagnoses', path: '/api/his/diagnosis', keyword: true },
  { name: 'settlements', path: '/api/medins/settlement', keyword: true, days: true, more: ['begun=1', OF_ONE, `begun=1&keyword=${NAME}`] },
  {
    name: 'messages to the insurer',
    path: '/api/medins/interfaceinfo',
    keyword: true,
    days: true,
    more: ['state=refused', 'infno=2207', 'infno=9999', OF_ONE],
  },
  { name: 'visits', path: '/api/medins/outpatientregister', keyword: true, days: true, more: [OF_ONE] },
  { name: 'visits to cancel', path: '/api/medins/outpatientregister/cancel', keyword: true, days: true },
  { name: 'days to reconcile', path: '/api/medins/reconcile', administrators: true, fixed: 'month={month}', alone: true },
  { name: 'doubtful messages', path: '/api/medins/doubtful', alone: true },
  { name: 'mapping', path: '/api/medins/mapping', keyword: true },
  { name: 'users', path: '/api/permission/Users', keyword: true, administrators: true },
  { name: 'audit log', path: '/api/system/AuditLog', keyword: true, days: true, administrators: true },
  { name: 'start page', path: '/api/home/Cards', alone: true },
];

/** Lists of treatments, messages, letters, documents and chats: `care.mjs` fills their tables. */
const CARE_ITEMS = [
  { name: 'treatments of a day', path: '/api/dialysis/Today', alone: true, more: ['date={weekAgo}'] },
  { name: 'round of a day', path: '/api/dialysis/Round', alone: true, more: ['date={weekAgo}'] },
  { name: 'waits for a signature', path: '/api/dialysis/Round/Waiting', alone: true },
  {
    name: 'dialysis files',
    path: '/api/his/dialysis-file',
    keyword: true,
    more: [
      'state=active',
      'state=ended',
      ...['markers', 'dry-weight', 'prescription', 'pattern', 'access', 'draft', 'consent'].map((open) => `filter=${open}`),
    ],
  },
  { name: 'findings', path: '/api/dialysis/Findings', alone: true, fixed: 'month={month}' },
  { name: 'board of a week', path: '/api/his/dialysis-schedule/Board', alone: true, fixed: 'from={weekAgo}&to={today}' },
  { name: 'exceptions of a week', path: '/api/his/dialysis-schedule/Exceptions', alone: true, fixed: 'from={weekAgo}&to={today}' },
  { name: 'without a place', path: '/api/his/dialysis-schedule/Unplanned', alone: true, fixed: 'date={today}' },
  { name: 'who did not come', path: '/api/his/dialysis-schedule/Missed', more: ['from={weekAgo}&to={today}', 'from={first}&to={today}'] },
  { name: 'disinfections', path: '/api/his/dialysis-schedule/Disinfection', administrators: true, keyword: true, sorts: ['startedAt', 'endedAt'] },
  {
    name: 'own messages',
    path: '/api/message',
    keyword: true,
    more: ['isRead=0', 'isRead=1', 'type=1', 'type=2', 'sort=asc', 'isRead=0&type=1', 'isRead=1&keyword=SIM'],
  },
  { name: 'unread messages', path: '/api/message/Actions/Unread', alone: true },
  { name: 'notices', path: '/api/message/Notice', administrators: true, keyword: true, more: ['enabledMark=1'] },
  {
    name: 'outbox',
    path: '/api/message/Outbox',
    keyword: true,
    administrators: true,
    more: ['state=waiting', 'state=sent', 'channel=sms', 'kind=SIM', 'state=sent&channel=mail&keyword=SIM'],
  },
  { name: 'own letters', path: '/api/extend/Email/Letters' },
  { name: 'own documents', path: '/api/extend/Document', administrators: true, keyword: true, sorts: ['fullName', 'fileSize', 'lastModifyTime'] },
  { name: 'documents shared with me', path: '/api/extend/Document/ShareTome', administrators: true, keyword: true },
  { name: 'documents that I share', path: '/api/extend/Document/Share', administrators: true, keyword: true },
  { name: 'recycle bin', path: '/api/extend/Document/Trash', administrators: true, keyword: true },
  { name: 'conversations', path: '/api/message/imreply', alone: true },
  { name: 'search in chats', path: '/api/chat/Messages/Search', found: true, keyword: true, more: ['keyword=SIM', 'keyword=SIM&currentPage=40'] },
];

/** One for many rows, one for a single row, one for none, one letter, and what people paste by mistake. */
export const KEYWORDS = [
  ['one letter', 'l'],
  ['a name', '雪梅'],
  ['a number', 'TEN0000777'],
  ['part of a number', '000777'],
  ['without hit', '不存在的人'],
  ['%', '%'],
  [
    '200 words',
    Array.from({ length: 200 }, (_, n) => `w${n}`)
      .join(' ')
      .slice(0, 100),
  ],
];

const asDay = (date) => new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Calls of some lists. @param now in milliseconds: the last day of the ten years */
function callsOf(items, now) {
  const daysAgo = (n) => asDay(new Date(now - n * 86_400_000));
  const days = { today: daysAgo(0), weekAgo: daysAgo(7), first: daysAgo(3_640), month: daysAgo(0).slice(0, 7) };
  const withDays = (query) => Object.entries(days).reduce((text, [name, day]) => text.replaceAll(`{${name}}`, day), query);
  return items.flatMap(({ name, path, fixed = '', keyword, days: byDays, sorts = [], more = [], alone, found }) => {
    const call = (what, query = '') => ({ what: `${name}, ${what}`, address: `${path}?${withDays([fixed, query].filter(Boolean).join('&'))}` });
    const pages = (page) => call(`page ${page.toLocaleString('en')}`, `currentPage=${page}&pageSize=50`);
    const others = more.map((query) => call(query, query));
    if (alone) return [call('all'), ...others];
    return [
      // What is only searched has no list without a word.
      ...(found ? [] : [call('first page', 'currentPage=1&pageSize=20'), pages(200), pages(1_000_000)]),
      ...sorts.flatMap((sidx) => ['asc', 'desc'].map((sort) => call(`${sidx} ${sort}`, `sidx=${sidx}&sort=${sort}`))),
      ...(keyword ? KEYWORDS.map(([what, text]) => call(`keyword: ${what}`, `keyword=${encodeURIComponent(text)}`)) : []),
      ...others,
      ...(byDays
        ? [
            call('today', 'startDate={today}&endDate={today}'),
            call('a month', `startDate=${daysAgo(30)}&endDate={today}`),
            call('ten years', 'startDate={first}&endDate={today}'),
          ]
        : []),
    ];
  });
}

const forReader = (items, account) => items.filter(({ administrators }) => !administrators || account !== 'schemed');

/**
 * @param now in milliseconds: the last day of the ten years
 * @param account who reads; lists of administrators are left out for whoever is none
 * @returns {{what: string, address: string}[]} addresses to read
 */
export const listCalls = (now = Date.now(), account = 'admin') => callsOf(forReader(ITEMS, account), now);

/** The same for what `care.mjs` fills. */
export const careCalls = (now = Date.now(), account = 'admin') => callsOf(forReader(CARE_ITEMS, account), now);
