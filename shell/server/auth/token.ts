import { createHash, randomBytes } from 'node:crypto';

/** The platform's clients send the token exactly as the log-in returned it, so the scheme is part of it. */
const SCHEME = 'Bearer ';

/** A credential nobody can guess: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Only this is stored; a reader of the database cannot sign in with it. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const tokenFrom = (secret: string): string => SCHEME + secret;

/** Secret inside an `Authorization` value; undefined when it is none of ours. */
export function secretOf(token: string | undefined): string | undefined {
  const match = /^bearer\s+([A-Za-z0-9_-]{20,200})$/i.exec(token?.trim() ?? '');
  return match?.[1];
}
