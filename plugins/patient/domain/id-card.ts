import { isRealDay } from './calendar-day.ts';

/** Why an ID card number cannot be right. `digit`: one of the places is mistyped. */
export type IdCardFault = 'length' | 'date' | 'digit';

/** What a resident ID card says about its holder. `number` is the form of 18 places, letters upper-case. */
export type IdCardReading =
  | { readonly kind: 'ok'; readonly number: string; readonly birthday: string; readonly sex: 1 | 2 }
  | { readonly kind: 'wrong'; readonly fault: IdCardFault };

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_DIGITS = '10X98765432';
/** Nobody alive was born earlier; it also tells a mistyped century. */
const EARLIEST = '1900-01-01';

/** Check digit of the first 17 places (GB 11643: ISO 7064, MOD 11-2). */
export const checkDigitOf = (first17: string): string => {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(first17[place]), 0);
  return CHECK_DIGITS.charAt(sum % 11);
};

/**
 * Reads a resident ID card number: 18 places, or the old 15, which are brought into the new form.
 * @param today `YYYY-MM-DD`; nobody is born later
 */
export function readIdCard(text: string, today: string): IdCardReading {
  const typed = text.trim().toUpperCase();
  const isOld = /^[1-9]\d{14}$/.test(typed);
  if (!isOld && !/^[1-9]\d{16}[\dX]$/.test(typed)) return { kind: 'wrong', fault: 'length' };
  const first17 = isOld ? `${typed.slice(0, 6)}19${typed.slice(6)}` : typed.slice(0, 17);
  const birthday = `${first17.slice(6, 10)}-${first17.slice(10, 12)}-${first17.slice(12, 14)}`;
  if (!isRealDay(birthday) || birthday < EARLIEST || birthday > today) return { kind: 'wrong', fault: 'date' };
  const number = first17 + checkDigitOf(first17);
  if (!isOld && number !== typed) return { kind: 'wrong', fault: 'digit' };
  return { kind: 'ok', number, birthday, sex: Number(first17[16]) % 2 === 1 ? 1 : 2 };
}
