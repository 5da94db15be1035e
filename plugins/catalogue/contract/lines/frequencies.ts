/** Values of drugInterval. `national` is the code of the national dictionary used_frqu; empty when there is none. */
export const FREQUENCIES = [
  { code: 'st', national: '61' },
  { code: 'qd', national: '11' },
  { code: 'bid', national: '12' },
  { code: 'tid', national: '13' },
  { code: 'qid', national: '14' },
  { code: 'qn', national: '41' },
  { code: 'qod', national: '42' },
  { code: 'qw', national: '21' },
  { code: 'biw', national: '22' },
  { code: 'tiw', national: '23' },
  { code: 'q2w', national: '' },
  { code: 'qm', national: '' },
  { code: 'hd', national: '' },
  { code: 'hd-pre', national: '' },
  { code: 'hd-post', national: '' },
  { code: 'qh', national: '31' },
  { code: 'q2h', national: '32' },
  { code: 'q4h', national: '33' },
  { code: 'q5h', national: '34' },
  { code: 'q6h', national: '35' },
  { code: 'q8h', national: '36' },
  { code: 'q12h', national: '37' },
  { code: 'q5d', national: '43' },
  { code: 'q10d', national: '44' },
  { code: 'c12h', national: '51' },
  { code: 'c24h', national: '52' },
  { code: 'prn', national: '62' },
] as const;
export type Frequency = (typeof FREQUENCIES)[number]['code'];

/** Given at dialysis: counted by sessions, not by days. */
export const SESSION_FREQUENCIES: readonly string[] = ['hd', 'hd-pre', 'hd-post'];

/** Values of drugUsage: the national dictionary of routes, plus the dialysis circuit. */
export const USAGES = ['1', '3', '401', '402', '403', '404', 'hd-line', '2', '5', '6', '607', '608', '9'] as const;
/** Routes that may share an injection group. */
export const INJECTION_USAGES: readonly string[] = ['4', '401', '402', '403', '404', 'hd-line'];
