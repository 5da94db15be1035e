import type { AnyRecord } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import type { PluginHost } from '../../../processes/plugin-host.ts';
import { LANGUAGES, type Row } from '../suite-kit.ts';

/** Members that every row has, and those that some rows have. */
const FRAME = ['id', 'version', 'creatorTime', 'lastModifyTime'];
const SOMETIMES = ['labels', 'treeLevel'];

/** Members of a row that its record does not name, and those that it names and the row has not (R3). */
export function unspokenMembers(record: AnyRecord, row: Row): readonly string[] {
  const spoken = new Set([...FRAME, ...record.fields.map(({ name }) => name), ...record.shown.map(({ name }) => name)]);
  return [...Object.keys(row).filter((name) => !spoken.has(name) && !SOMETIMES.includes(name)), ...[...spoken].filter((name) => !Object.hasOwn(row, name))];
}

type Facts = Readonly<Record<string, unknown>> | null;

/** R4: the audit log has each act with all that was decided of the row, before and after. @param rows as it was read after it was added, and after it was changed */
export function expectTold(host: () => PluginHost, record: AnyRecord, id: string, [first, second]: readonly [Row, Row]): void {
  const removed = record.acts.remove !== undefined;
  const entries = host()
    .audits.slice(removed ? -3 : -2)
    .map(({ entry }) => entry);
  expect(entries.map(({ subject, subjectId }) => [subject, subjectId])).toEqual(entries.map(() => [record.subject, id]));
  const facts = entries.map(({ before, after }) => [before, after] as [Facts, Facts]);
  const [[none, added] = [], [was, changed] = [], [last, gone] = []] = facts;
  expect([none, gone ?? null]).toEqual([null, null]);
  // What one act leaves is what the next one finds.
  expect(was).toEqual(added);
  if (removed) expect(last).toEqual(changed);
  // Lines of text stand there as they are read; what changed differs.
  for (const { name, kind, of, withheld } of record.fields) {
    const isLine = (kind === 'text' || kind === 'code') && of.columns.length === 1 && !withheld;
    if (!isLine || first[name] === second[name]) continue;
    for (const [told, row] of [
      [added, first],
      [changed, second],
    ] as const)
      expect([name, Object.values(told ?? {}).includes(row[name])]).toEqual([name, true]);
  }
}

/** R4: each act says in the three languages that it is done, with the name of the row as it is. */
export function expectSaid(host: () => PluginHost, record: AnyRecord, said: PluginHost['messages'], acts: readonly string[]): void {
  expect(said).toHaveLength(acts.length);
  for (const [at, { key, params }] of said.entries()) {
    const sentences = LANGUAGES.map((language) => {
      const own = { ...params, ...('title' in params && { title: record.title[language] }) };
      const { user } = host().requestContext(record.plugin);
      return host()
        .requestContext(record.plugin, { user: { ...user, language } })
        .text(`messages.${key}`, own);
    });
    for (const sentence of sentences) expect([acts[at], sentence]).toEqual([acts[at], expect.not.stringMatching(/\{\{|^$|^[a-z-]+\.[a-z.-]+$/)]);
    expect(new Set(sentences).size, `${acts[at]}: ${sentences[0]}`).toBe(LANGUAGES.length);
  }
}
