/** Every list of the product as its page asks for it: first page, each sort, a deep page, keywords that hit much, one and nothing, spans of days. */

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
    more: ['state=refund', 'state=cancelled', 'state=partly', 'payWay=cash', 'cashierId=user-cashier'],
  },
  {
    name: 'sums of bills',
    path: '/api/his/charge/billTotal',
    keyword: true,
    days: true,
    more: ['state=refund', 'state=cancelled', 'payWay=cash', 'cashierId=user-cashier'],
  },
  { name: 'takings by day', path: '/api/his/charge/day', days: true },
  { name: 'lines of bills', path: '/api/his/charge/billdetail', keyword: true, days: true, more: ['drugType=西药', 'drugName=肝素', 'drugName=不存在'] },
  { name: 'closings of drawers', path: '/api/his/charge/shift/list', days: true },
  { name: 'open drawer', path: '/api/his/charge/shift', alone: true },
  { name: 'month by patients', path: '/api/his/charge/monthpatientlist', fixed: 'month={month}', keyword: true },
  { name: 'queue of the pharmacy', path: '/api/his/pharmacy/patient', keyword: true, days: true, more: ['stage=review', 'stage=done'] },
  { name: 'stock', path: '/api/his/pharmacy/stock', keyword: true },
  { name: 'stock movements', path: '/api/his/pharmacy/movement', keyword: true, days: true },
  { name: 'goods receipts', path: '/api/his/pharmacy/receipt', keyword: true },
  { name: 'stock warnings', path: '/api/his/pharmacy/warning', alone: true },
  { name: 'catalogue', path: '/api/his/catalogue', fixed: 'group=drug', keyword: true },
  { name: 'diagnoses', path: '/api/his/diagnosis', keyword: true },
  { name: 'settlements', path: '/api/medins/settlement', keyword: true, days: true },
  { name: 'messages to the insurer', path: '/api/medins/interfaceinfo', keyword: true, days: true },
  { name: 'visits', path: '/api/medins/outpatientregister', keyword: true, days: true },
  { name: 'mapping', path: '/api/medins/mapping', keyword: true },
  { name: 'users', path: '/api/permission/Users', keyword: true, administrators: true },
  { name: 'audit log', path: '/api/system/AuditLog', keyword: true, days: true, administrators: true },
  { name: 'start page', path: '/api/home/Cards', alone: true },
];

/** One for many rows, one for a single row, one for none, one letter, and what people paste by mistake. */
const KEYWORDS = [
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

/**
 * @param now in milliseconds: the last day of the ten years
 * @param account who reads; lists of administrators are left out for whoever is none
 * @returns {{what: string, address: string}[]} addresses to read
 */
export function listCalls(now = Date.now(), account = 'admin') {
  const daysAgo = (n) => asDay(new Date(now - n * 86_400_000));
  const month = daysAgo(0).slice(0, 7);
  return ITEMS.filter(({ administrators }) => !administrators || account !== 'schemed').flatMap(
    ({ name, path, fixed = '', keyword, days, sorts = [], more = [], alone }) => {
      const call = (what, query = '') => ({
        what: `${name}, ${what}`,
        address: `${path}?${[fixed.replace('{month}', month), query].filter(Boolean).join('&')}`,
      });
      if (alone) return [call('all')];
      return [
        call('first page', 'currentPage=1&pageSize=20'),
        call('page 200', 'currentPage=200&pageSize=50'),
        call('page 1,000,000', 'currentPage=1000000&pageSize=50'),
        ...sorts.flatMap((sidx) => ['asc', 'desc'].map((sort) => call(`${sidx} ${sort}`, `sidx=${sidx}&sort=${sort}`))),
        ...(keyword ? KEYWORDS.map(([what, text]) => call(`keyword: ${what}`, `keyword=${encodeURIComponent(text)}`)) : []),
        ...more.map((query) => call(query, query)),
        ...(days
          ? [
              call('today', `startDate=${daysAgo(0)}&endDate=${daysAgo(0)}`),
              call('a month', `startDate=${daysAgo(30)}&endDate=${daysAgo(0)}`),
              call('ten years', `startDate=${daysAgo(3_640)}&endDate=${daysAgo(0)}`),
            ]
          : []),
      ];
    },
  );
}
