import type { RecordField } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { it } from '../rules/rule-tests.ts';
import type { Body, SuiteKit } from '../suite-kit.ts';

/** A line that somebody may change by itself: nothing depends on it, and code reads none of it. */
const isPlainLine = ({ kind, format, fixed, numbered, when, value, withheld }: RecordField): boolean =>
  (kind === 'text' || kind === 'note') && !format && !fixed && !numbered && !when && !value && !withheld;

/** R8: nobody writes over what they have not seen; who knows of no versions writes on top, and undoes nothing of others. @param readByCode fields that hold no other text */
export function versionSuite({ record, host, call, refusal, create, another, one, page, remove, sample }: SuiteKit, readByCode: readonly string[]): void {
  const edit = (id: string, body: Body) => call('edit', { params: { id }, body });
  const lines = record.fields.filter((field) => isPlainLine(field) && !readByCode.includes(field.name)).map(({ name }) => name);

  it('R8 refuses a change of what somebody else changed since; of two at once one wins, whole', async () => {
    const { id, body } = await create();
    const wanted = [another(body), another(body)];
    const audits = host().audits.length;
    const outcomes = await Promise.allSettled(wanted.map((next) => edit(id, { ...next, version: 1 })));
    const [winner, loser] = outcomes[0]?.status === 'fulfilled' ? [0, 1] : [1, 0];
    expect(outcomes[winner]).toMatchObject({ status: 'fulfilled', value: { id, version: 2 } });
    const told = outcomes[loser];
    if (told?.status !== 'rejected') throw new Error('both changes of one version were taken');
    expect((await refusal(Promise.reject(told.reason))).key).toMatch(/stale$/);
    const stands = await one(id);
    expect(stands).toMatchObject({ ...wanted[winner], version: 2 });
    // The version that was, and one that never was.
    for (const version of [1, 3]) expect((await refusal(edit(id, { ...another(body), version }))).key).toMatch(/stale$/);
    expect(await one(id)).toEqual(stands);
    expect(host().audits).toHaveLength(audits + 1);
    await edit(id, { ...another(body), version: 2 });
    expect(await one(id)).toMatchObject({ version: 3 });
    await remove(id);
  });

  it.runIf(lines.length > 0)('R8 an older client that sends no version writes on top of what stands; of two at once neither undoes the other', async () => {
    const { id } = await create();
    const [first = '', second] = lines;
    const fresh = (name: string | undefined): Body => (name === undefined ? {} : { [name]: sample()[name] });
    for (let version = 1; version < 4; version += 2) {
      const wanted = [fresh(first), fresh(second)];
      const saved = await Promise.all(wanted.map((body) => edit(id, body)));
      expect(saved.map((each) => (each as { readonly version: number }).version).toSorted()).toEqual([version + 1, version + 2]);
      expect(await one(id)).toMatchObject({ ...wanted[0], ...wanted[1], version: version + 2 });
    }
    // Who read the row before them is told.
    expect((await refusal(edit(id, { ...fresh(first), version: 1 }))).key).toMatch(/stale$/);
    await remove(id);
  });

  it.runIf(record.acts.remove)('R8 of a change and a deletion at once nothing is left of the row, and nobody is told a fault', async () => {
    const { id, body } = await create();
    const [changed, removed] = await Promise.allSettled([edit(id, { ...another(body), version: 1 }), remove(id)]);
    expect(removed?.status).toBe('fulfilled');
    if (changed?.status === 'rejected') expect((await refusal(Promise.reject(changed.reason))).key).toMatch(/(stale|not-found)$/);
    expect((await refusal(one(id))).key).toMatch(/not-found$/);
    expect((await page()).list.map((row) => row.id)).not.toContain(id);
  });
}
