/** `{name}`, and `${name}` as Ali Cloud writes it; a name has no spaces at its ends and no braces. */
const PARAMETER = /\$?\{\s*([^{}\s](?:[^{}]{0,38}[^{}\s])?)\s*\}/gu;

/** Names of the parameters of texts, each once, in the order in which they come. */
export function templateParameters(...texts: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const text of texts) for (const [, name = ''] of text.matchAll(PARAMETER)) names.add(name);
  return [...names];
}

/** Fills parameters in; one without a value, or with an empty one, stays as it is written. What a value holds is never read as a parameter. */
export function fillTemplate(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PARAMETER, (written: string, name: string) => values.get(name) || written);
}
