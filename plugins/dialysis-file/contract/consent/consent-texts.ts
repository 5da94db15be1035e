import type { WholeFile } from '../file.schema.ts';

type Forms = WholeFile['consentForms'];
type Form = Forms[number];

const holds = ({ from, to }: Form, day: string): boolean => from <= day && (to === null || to >= day);

/** Texts that were given on a day, the newest first. */
export const textsOn = (forms: Forms, kind: string, day: string): Forms =>
  forms.filter((one) => one.kind === kind && holds(one, day)).toSorted((one, other) => (one.from < other.from ? 1 : -1));

/** What a consent was signed on is not given any more; of a kind of which nobody lists texts nothing can be said. */
export function isOldText(forms: Forms, { kind, formVersion }: { readonly kind: string; readonly formVersion: string }, day: string): boolean {
  const given = textsOn(forms, kind, day);
  return given.length > 0 && formVersion !== '' && !given.some(({ versionNo }) => versionNo === formVersion);
}
