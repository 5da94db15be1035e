/** Fields of a cron text of the platform: seconds first, and sometimes the year last. */
const WITH_SECONDS = 6;
const WITH_YEAR = 7;
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The platform counts Sunday as 1, a cron text of five fields as 0. */
const weekday = (field: string): string =>
  field === '?'
    ? '*'
    : field.replace(/\d{1,3}/g, (number, at: number) => (field[at - 1] === '/' || field[at - 1] === '#' ? number : (DAYS[Number(number) - 1] ?? number)));

/**
 * A cron text in five fields: minute hour day month weekday. Those of older clients, `0 30 3 * * ?`, are brought into that form where they name whole minutes of
 * every year; anything else is answered as it is, for the scheduler to judge.
 */
export function fiveFields(cron: string): string {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== WITH_SECONDS && fields.length !== WITH_YEAR) return fields.join(' ');
  const [seconds, minute, hour, day = '', month, ofWeek = '', year = '*'] = fields;
  if (seconds !== '0' || year !== '*') return fields.join(' ');
  return [minute, hour, day === '?' ? '*' : day, month, weekday(ofWeek)].join(' ');
}
