import { nationalInfno } from '../../domain/exchange/national-infno.ts';

/** Until a connection stands. */
export const CONNECT_MS = 10_000;

/** From the start to the last byte. */
const READ_MS = { money: 60_000, file: 100_000, other: 30_000 } as const;
const MONEY = ['2206', '2207', '2208', '2601'];

export const readTimeoutOf = (infno: string): number =>
  MONEY.includes(nationalInfno(infno)) ? READ_MS.money : /^13\d\d$|^910[12]$/.test(infno) ? READ_MS.file : READ_MS.other;

/** Longest answer. */
export const maxBytesOf = (infno: string): number => (infno === '9102' ? 64 : 4) * 1024 * 1024;

/** Pauses before the same message goes again after a gateway said that it did not forward it. */
export const REPEAT_PAUSES_MS: readonly number[] = [150, 600];

/** How long after its last sending a row still belongs to a living process. */
export const dueAfterMs = (infno: string): number => CONNECT_MS + readTimeoutOf(infno) + 30_000;
