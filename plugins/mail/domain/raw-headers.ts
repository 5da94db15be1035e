import { readText } from './charset.ts';

/** Subject and name of the sender out of lines that name no set; undefined for a line that is not there. */
export function rawHeaders(bytes: Uint8Array): { readonly subject: string | undefined; readonly sender: string | undefined } {
  const lines = readText(bytes, '')
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const of = (name: string): string | undefined =>
    lines
      .find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
      ?.slice(name.length + 1)
      .trim();
  const from = of('from');
  const end = from?.lastIndexOf('<') ?? -1;
  return { subject: of('subject'), sender: from && end > 0 ? from.slice(0, end).replaceAll('"', '').trim() : undefined };
}
