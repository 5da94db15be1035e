/** What stands in the place of what must not be kept. */
const HIDDEN = '***';

/** Names before `=` or `:` whose value is a secret, in whatever notation. */
const SECRET =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|token|authorization|api[-_]?key|cookie)["']?\s{0,4}[:=]\s{0,4}["']?)(?:bearer\s{1,4}|basic\s{1,4})?[^\s"',;&}\])]{1,300}/gi;
/** Credentials in an address: `postgres://user:secret@host`. */
const IN_ADDRESS = /(:\/\/[^\s/:@]{1,100}:)[^\s@/]{1,200}@/g;
/** Identity card of eighteen places, or of fifteen digits. */
const IDENTITY = /(?<![\dA-Za-z])(?:\d{17}[\dXx]|\d{15})(?![\dA-Za-z])/g;
const MOBILE = /(?<![\dA-Za-z])1[3-9]\d{9}(?![\dA-Za-z])/g;

/** The ends stay, so that two lines about the same number can be told to be so. */
const ends = (number: string): string => `${number.slice(0, 3)}${HIDDEN}${number.slice(-2)}`;

/** A text for a log: without passwords, tokens, identity numbers and numbers of mobile phones. */
export const maskedText = (text: string): string =>
  text.replace(SECRET, `$1${HIDDEN}`).replace(IN_ADDRESS, `$1${HIDDEN}@`).replace(IDENTITY, ends).replace(MOBILE, ends);

/** Members of these names are left out of what is shown, whatever they hold. */
const SECRET_MEMBER = /pass(?:word|wd|phrase)?$|pwd$|secret$|token$|authorization$/i;

/** JSON for a log, indented; empty where there is nothing. */
export function maskedJson(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = JSON.stringify(value, (name, member: unknown) => (SECRET_MEMBER.test(name) && member !== '' && member !== null ? HIDDEN : member), 2);
  return text === undefined ? '' : maskedText(text);
}
