/** Code of one pack: 20 digits, never the same twice. */
export const isTraceCode = (text: string): boolean => /^\d{20}$/.test(text);

/** Only medicines in packs carry codes: western (X) and patent (Z) ones by their national code. Herbs, consumables and services carry none. */
export const carriesTraceCode = (nationalCode: string): boolean => /^[XZ]/.test(nationalCode);

/** A fee line as far as its packs matter. */
export interface TracedLine {
  readonly detailId: string;
  readonly name: string;
  readonly nationalCode: string;
}
export interface ScannedCode {
  readonly detailId: string;
  readonly code: string;
}

/** What is wrong with scanned codes: a key below `errors.insurance`, or null. `demanded`: every medicine needs at least one. */
export function traceProblem(
  lines: readonly TracedLine[],
  scanned: readonly ScannedCode[],
  demanded: boolean,
): { readonly key: string; readonly params: Record<string, string> } | null {
  const seen = new Set<string>();
  for (const { detailId, code } of scanned) {
    const line = lines.find((one) => one.detailId === detailId);
    if (!line || !carriesTraceCode(line.nationalCode)) return { key: 'trace-line', params: {} };
    if (!isTraceCode(code)) return { key: 'trace-wrong', params: { code } };
    if (seen.has(code)) return { key: 'trace-twice', params: { code } };
    seen.add(code);
  }
  const without = demanded && lines.find((line) => carriesTraceCode(line.nationalCode) && !scanned.some((one) => one.detailId === line.detailId));
  return without ? { key: 'trace-missing', params: { name: without.name } } : null;
}
