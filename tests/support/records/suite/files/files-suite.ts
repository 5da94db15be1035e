import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { columnRight } from '@nephra/plugin-sdk/record';
import { fileHolders, fileReaders, type FileRights } from '@nephra/plugin-sdk/server';
import { expect } from 'vitest';
import { it } from '../rules/rule-tests.ts';
import type { SuiteKit, User } from '../suite-kit.ts';
import { fileFieldsOf, storeFor } from './stored-samples.ts';

/** R12, R13 and R14 of records whose rows name files of the storage. */
export function filesSuite({ record, host, by, outsider, refusal, call, create, one, page, remove, sample }: SuiteKit): void {
  const fields = fileFieldsOf(record).filter(({ value, when }) => !value && !when);
  const colleague: User = { ...by, userId: 'sim-colleague' };
  const EVERYTHING: FileRights = { can: () => true, dataScope: () => ({ kind: 'organisation' }) };
  const reads = async (user: User, fileId: string, rights: Partial<FileRights> = {}): Promise<boolean> => {
    const readers = host().context(record.plugin).extensions(fileReaders);
    const answers = await Promise.all(readers.map(({ value }) => value.mayRead(user, fileId, { ...EVERYTHING, ...rights })));
    return answers.includes(true);
  };
  const idsIn = (value: unknown): string[] => (value as readonly UploadedFile[]).map(({ fileId }) => fileId);

  it.each(fields.map((field) => [field.name, field] as const))('R14 %s takes what its writer has stored for it, and nothing else', async (name, field) => {
    const own = await storeFor(host(), record, field, by);
    const foreign = await storeFor(host(), record, field, colleague);
    const { fileId: other } = await host()
      .requestContext(record.plugin, { user: by })
      .files.save({ name: own.name, type: 'annex', content: Buffer.from('SIM') });
    /** Somebody else's samples name nothing of this one's. */
    const without = Object.fromEntries(fileFieldsOf(record).map((each) => [each.name, []]));
    const refused = { key: 'core.invalid', at: [name] };
    const never = { ...own, fileId: own.fileId.replace(/_.{8}/, '_ffffffff'), url: own.url.replace(/_.{8}/, '_ffffffff') };
    for (const given of [[foreign], [never], [{ ...own, fileId: other }], [own, own]].filter(({ length }) => length <= (field.max ?? 0)))
      expect(await refusal(call('create', { body: sample({ [name]: given }) }))).toEqual(refused);
    // What the caller says of its size and place does not count.
    const { id, body } = await create({ [name]: [{ ...own, fileSize: 1, name: 'x'.repeat(150) }] });
    expect(await one(id)).toMatchObject({ [name]: [own] });
    if (record.acts.edit) {
      // It stays when somebody else saves the row, and goes when they take it out.
      const fixed = Object.fromEntries(record.fields.filter((each) => each.fixed).map((each) => [each.name, body[each.name]]));
      await call('edit', { params: { id }, body: { ...sample(without), ...fixed, [name]: [own] }, user: colleague });
      expect(await one(id)).toMatchObject({ [name]: [own] });
    }
    // A copy of the row names the same bytes, whoever makes it.
    const copy = await call<{ readonly id: string }>('create', { body: sample({ ...without, [name]: [own] }), user: colleague });
    expect(idsIn((await one(copy.id))[name])).toEqual([own.fileId]);
    await remove(id);
    await remove(copy.id);
  });

  it.each(fields.map((field) => [field.name, field] as const))(
    'R12 R13 files of %s are for whoever sees the row, and stay as long as it',
    async (name, field) => {
      const own = await storeFor(host(), record, field, by);
      expect(await reads(colleague, own.fileId)).toBe(false);
      const { id } = await create({ [name]: [own] });
      expect(await reads(colleague, own.fileId)).toBe(true);
      if (outsider) expect(await reads(outsider, own.fileId)).toBe(false);
      const { need } = (record.acts.list ?? {}) as { readonly need?: unknown };
      if (need === undefined) expect(await reads(colleague, own.fileId, { can: (code) => code !== record.menu })).toBe(false);
      const column = columnRight(record, field);
      expect(await reads(colleague, own.fileId, { can: (code) => code !== column })).toBe(field.withheld !== true);
      const holders = host().context(record.plugin).extensions(fileHolders);
      const held = async () => (await Promise.all(holders.map(({ value }) => value.held([own.fileId, 'never'])))).flat();
      expect(await held()).toEqual([own.fileId]);
      await remove(id);
      expect([await held(), await reads(colleague, own.fileId)]).toEqual([[], false]);
    },
  );

  it.each(fields.filter(({ name }) => record.filter.includes(name)).map((field) => [field.name, field] as const))(
    'R12 a list is narrowed by whether %s holds a file',
    async (name, field) => {
      const full = await create({ [name]: [await storeFor(host(), record, field, by)] });
      const empty = await create({ [name]: [] });
      const among = async (query: object) =>
        (await page({ ...query })).list
          .map(({ id }) => id)
          .filter((id) => id === full.id || id === empty.id)
          .sort();
      expect([await among({ [name]: '1' }), await among({ [name]: '0' }), await among({ [name]: '' })]).toEqual([
        [full.id],
        [empty.id],
        [full.id, empty.id].sort(),
      ]);
      await remove(full.id);
      await remove(empty.id);
    },
  );
}
