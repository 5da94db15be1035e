import { createHash, randomInt } from 'node:crypto';
import { BIND_DIGITS } from '../../../contract/public/public-limits.ts';

/** Codes are kept by what they hash to. */
export const hashOf = (code: string): string => createHash('sha256').update(`wechat.bind ${code}`).digest('hex');

export const newCode = (): string => String(randomInt(10 ** BIND_DIGITS)).padStart(BIND_DIGITS, '0');
