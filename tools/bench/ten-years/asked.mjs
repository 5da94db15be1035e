import { KEYWORDS } from './calls.mjs';

const DAY_MS = 86_400_000;
const asDay = (ms) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
const REASON = { reason: 'SIM bench' };

const keywords = (more = {}) => KEYWORDS.map(([what, keyword]) => [`keyword: ${what}`, { ...more, keyword }]);
const pages = (more = {}) => [1, 200, 1_000_000].map((currentPage) => [`page ${currentPage.toLocaleString('en')}`, { ...more, currentPage, pageSize: 50 }]);

/** @param now in milliseconds */
const prescriptions = (now) => {
  const [today, first, monthAgo] = [asDay(now), asDay(now - 3_640 * DAY_MS), asDay(now - 30 * DAY_MS)];
  return [
    ...pages(),
    ...keywords(),
    ['waits for the till', { payStatus: [0] }],
    ['paid back', { payStatus: [5] }],
    ['drafts', { rxStatus: [0] }],
    ['of one patient', { patientId: 'ten-p20' }],
    ['a month', { startDate: monthAgo, endDate: today }],
    ['ten years', { startDate: first, endDate: today }],
    ['paid back in ten years', { payStatus: [5], startDate: first, endDate: today }],
    ['a name, paid, in ten years', { keyword: '雪梅', payStatus: [1], startDate: first, endDate: today }],
  ];
};

/** @param now in milliseconds */
const chatsOfOthers = (now) => [
  ...pages(REASON),
  ...keywords(REASON),
  ['a word of all', { ...REASON, keyword: 'SIM' }],
  ['of one person', { ...REASON, personId: 'user-admin' }],
  ['of one person, a word of all', { ...REASON, personId: 'user-admin', keyword: 'SIM' }],
  ['of one person, a word of others', { ...REASON, personId: 'user-admin', keyword: '雪梅' }],
  ['a month', { ...REASON, from: now - 30 * DAY_MS, until: now }],
  ['a month of years ago, a letter', { ...REASON, from: now - 2_000 * DAY_MS, until: now - 1_970 * DAY_MS, keyword: 'l' }],
];

/**
 * Lists that are asked for with a body.
 * @param now in milliseconds: the last day of the ten years
 * @returns {{what: string, address: string, body: object}[]}
 */
export const askedCalls = (now = Date.now(), account = 'admin') =>
  [
    ['prescriptions', '/api/his/prescription/query-prescriptions', prescriptions(now)],
    ...(account === 'schemed' ? [] : [['chats of others', '/api/chat/Messages/Actions/SearchAll', chatsOfOthers(now)]]),
  ].flatMap(([name, address, bodies]) => bodies.map(([what, body]) => ({ what: `${name}, ${what}`, address, body })));
