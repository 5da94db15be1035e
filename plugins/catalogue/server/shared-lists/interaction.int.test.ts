import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { interactionContract } from '../../contract/interaction.contract.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import { refusal, startHost, wuhan } from '../../../prescription/server/prescribing/prescription-host.fixture.ts';
import { entry } from '../catalogue.fixture.ts';
import { interactionTable } from '../tables/interaction.table.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

const { routes } = interactionContract;
const boss = staff({ isAdministrator: true });
const pair = (over: object = {}) => ({ ingredientA: '地高辛', ingredientB: '胺碘酮', level: 'reason' as const, note: '血药浓度升高', ...over });
const add = (over: object = {}, user = boss) => host.call('catalogue', routes.create, { body: pair(over), user });
const edit = (id: string, over: object, user = boss) => host.call('catalogue', routes.edit, { params: { id }, body: pair(over), user });

describe('interactions', () => {
  it('a pair is there once, whichever way round it is written, also where many add it at once', async () => {
    const { id } = await add();
    expect(await refusal(add({ ingredientA: '胺碘酮', ingredientB: ' 地高辛 ' }))).toEqual({
      key: 'catalogue.interaction-duplicate',
      code: EnvelopeCode.Invalid,
    });
    expect(await refusal(add({ ingredientA: '肝素', ingredientB: ' 肝素 ' }))).toMatchObject({ key: 'catalogue.interaction-same' });
    expect(await refusal(edit(id, { ingredientA: '胺碘酮' }))).toMatchObject({ key: 'catalogue.interaction-same' });
    const found = await host.call('catalogue', routes.list, { query: { keyword: '血药', level: 'reason' } });
    expect(found.list).toMatchObject([{ id, ingredientA: '地高辛', enabledMark: 1 }]);
    const both = [0, 1, 2, 3, 4, 5].map((nth) => add(nth % 2 ? { ingredientA: '甲酸', ingredientB: '乙醇' } : { ingredientA: '乙醇', ingredientB: '甲酸' }));
    expect((await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // Turned round it is the same pair, so that is no duplicate of itself.
    await edit(id, { ingredientA: '胺碘酮', ingredientB: '地高辛' });
  });

  it('changes count versions; a stale one is refused, and so is a level that code does not know', async () => {
    const names = { ingredientA: '别嘌醇', ingredientB: '非布司他' };
    const { id } = await add(names);
    expect(await edit(id, { ...names, level: 'block', version: 1 })).toEqual({ id, version: 2 });
    expect(await refusal(edit(id, { ...names, level: 'info', version: 1 }))).toEqual({ key: 'catalogue.interaction-stale', code: EnvelopeCode.Conflict });
    expect(await refusal(edit(id, { ...names, level: 'often' }))).toMatchObject({ key: 'core.invalid' });
    expect(await refusal(edit('never', names))).toEqual({ key: 'catalogue.interaction-not-found', code: EnvelopeCode.NotFound });
    await host.call('catalogue', routes.state, { params: { id }, user: boss });
    const off = await host.call('catalogue', routes.list, { query: { enabledMark: 0 } });
    expect(off.list).toMatchObject([{ id, level: 'block', enabledMark: 0, version: 3 }]);
  });

  it('offers the ingredients of the own drugs alone', async () => {
    const { drugId: _id, enableMark: _mark, ...facts } = entry({});
    const addDrug = (drugNumber: string, ingredients: string[], user = staff()) =>
      host.call('catalogue', catalogueContract.routes.create, { body: { ...facts, drugNumber, drugName: ingredients[0] ?? '', ingredients }, user });
    await addDrug('SIM-GZ', ['广州成分']);
    await addDrug('SIM-WH', ['武汉成分'], wuhan);
    const offered = async (user = staff()) => (await host.call('catalogue', routes.ingredients, { user })).list;
    expect(await offered()).toContain('广州成分');
    expect(await offered(wuhan)).toEqual(['武汉成分']);
  });

  it('are kept by whoever answers for all that have a catalogue: for one of two, they are read', async () => {
    const both = staff({ orgIds: ['org-gz', 'org-wh'] });
    const keeps = async (user: ReturnType<typeof staff>) => (await host.call('catalogue', routes.list, { user })).keeps;
    expect([await keeps(staff()), await keeps(wuhan), await keeps(both), await keeps(boss)]).toEqual([false, false, true, true]);
    const names = { ingredientA: '甲', ingredientB: '乙' };
    expect(await refusal(add(names, staff()))).toEqual({ key: 'core.record-shared', code: EnvelopeCode.Forbidden });
    const { id } = await add(names, both);
    expect(await refusal(edit(id, names, wuhan))).toEqual({ key: 'core.record-shared', code: EnvelopeCode.Forbidden });
  });
});

recordSuite(interactionContract, {
  host: () => host,
  by: boss,
  reader: wuhan,
  // Two samples would be one ingredient.
  given: { ingredientB: '样例乙' },
  unique: [['ingredientA', 'ingredientB']],
  rowsStayIn: 'catalogue.interaction',
});
recordStaticSuite(interactionContract, { host: () => host, table: interactionTable });
