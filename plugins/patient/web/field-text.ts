import type { WebContext } from '@nephra/plugin-sdk/web';
import { factsIfKnown } from '../domain/file/file-content.ts';

/** What says things in the reader's language. */
export type Words = Pick<WebContext, 't' | 'language'>;

/** Name of a file's field. A site that has words of its own for it (`texts` of registry.json, `patient:field.<name>`) reads those. */
export function fieldLabel({ t, language }: Words, field: string): string {
  const name = field.replace(/^dialysis\./, '');
  const key = `field.${name === 'classId' ? 'class' : name}`;
  const said = t(key);
  return said === key ? (factsIfKnown(field)?.label[language] ?? key) : said;
}
