import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/plugin-host.ts';
import type { CreateEntryBody, EntryRow, UpdateEntryBody } from '../../contract/catalogue-entry.schema.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import type { PriceHistory } from '../../contract/catalogue-price.schema.ts';
import { entry } from '../prescription.fixture.ts';
import { refusal, startHost } from '../prescription-host.fixture.ts';

const { routes } = catalogueContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

/** Keeps materials and items; drugs are somebody else's. */
const can = (code: string): boolean => code !== 'his.catalogue:btn_drug';
const add = (over: Partial<CreateEntryBody> = {}, given: { can?: typeof can } = {}): Promise<EntryRow> => {
  const { drugId: _id, enableMark: _mark, ...facts } = entry({});
  return host.call('prescription', routes.create, { body: { ...facts, drugName: '碳酸司维拉姆片', drugNumber: '', price: 12, ...over }, ...given });
};
const inputOf = ({
  drugId: _id,
  price: _price,
  enableMark: _mark,
  kind: _kind,
  stockNumber: _s,
  nearestExpiry: _n,
  planned: _p,
  packageCount: _c,
  ...rest
}: EntryRow): UpdateEntryBody => rest;
const save = (row: EntryRow, over: Partial<UpdateEntryBody> = {}, given: { can?: typeof can } = {}): Promise<EntryRow> =>
  host.call('prescription', routes.update, { params: { id: row.drugId }, body: { ...inputOf(row), ...over }, ...given });
const history = (id: string): Promise<PriceHistory> => host.call('prescription', routes.prices, { params: { id } });
const planPrice = async (id: string, given: { can?: typeof can } = {}): Promise<PriceHistory> =>
  host.call('prescription', routes.addPrice, {
    params: { id },
    body: { validFrom: '2026-04-01', price: 13, reason: '采购价变动', lastPriceId: (await history(id)).lastPriceId },
    ...given,
  });

describe('who keeps one list changes nothing in the others', () => {
  const FORBIDDEN = { key: 'catalogue.keeps-not-drug', code: EnvelopeCode.Forbidden };

  it('neither entries nor their state', async () => {
    expect(await refusal(add({}, { can }))).toEqual(FORBIDDEN);
    const made = await add({ drugName: '他人的药' });
    expect(await refusal(save(made, { drugName: '改名' }, { can }))).toEqual(FORBIDDEN);
    const off = { params: { id: made.drugId }, body: { enableMark: 0, version: made.version } } as const;
    expect(await refusal(host.call('prescription', routes.state, { ...off, can }))).toEqual(FORBIDDEN);
    expect(await host.call('prescription', routes.entry, { params: { id: made.drugId } })).toMatchObject({ drugName: '他人的药', enableMark: 1, version: 1 });
  });

  it('nor prices, one or many', async () => {
    const { drugId, price: before } = await add({ drugName: '他人定价的药' });
    expect(await refusal(planPrice(drugId, { can }))).toEqual(FORBIDDEN);
    const [planned] = (await planPrice(drugId)).list;
    const withdrawn = { params: { id: drugId, priceId: planned?.priceId ?? '' }, body: { reason: '录入有误' } };
    expect(await refusal(host.call('prescription', routes.withdrawPrice, { ...withdrawn, can }))).toEqual(FORBIDDEN);
    const rule = { mode: 'percent', value: 5, decimals: 2, validFrom: '2026-03-05' } as const;
    expect(await refusal(host.call('prescription', routes.previewAdjustment, { body: { ...rule, drugIds: [drugId] }, can }))).toEqual(FORBIDDEN);
    const adjusted = { ...rule, reason: '集采', lines: [{ drugId, before }] };
    expect(await refusal(host.call('prescription', routes.adjust, { body: adjusted, can }))).toEqual(FORBIDDEN);
    expect((await history(drugId)).list.map(({ state }) => state)).toEqual(['future', 'current']);
  });
});

describe('a change is held to what a new entry is held to', () => {
  it('facts that fit, and a name that nobody else has', async () => {
    await add({ drugName: '先来的药', drugChangjia: '南岭生物' });
    const later = await add({ drugName: '后来的药', drugChangjia: '南岭生物' });
    expect(await refusal(save(later, { dMinUnit: '' }))).toMatchObject({ key: 'catalogue.dose-unit' });
    expect(await refusal(save(later, { drugName: '先来的药' }))).toMatchObject({ key: 'catalogue.duplicate' });
  });

  it('many prices do not change from a day that is over, nor by more decimals than a rule has', async () => {
    const { drugId } = await add({ drugName: '调价规则药' });
    const preview = (over: object) =>
      refusal(
        host.call('prescription', routes.previewAdjustment, {
          body: { mode: 'percent', value: 5, decimals: 2, validFrom: '2026-03-05', drugIds: [drugId], ...over },
        }),
      );
    expect(await preview({ validFrom: '2026-03-01' })).toMatchObject({ key: 'catalogue.price-past' });
    expect(await preview({ value: 0.00001 })).toMatchObject({ key: 'catalogue.adjust-value', code: EnvelopeCode.Invalid });
    expect(await preview({})).toMatchObject({ key: 'allowed' });
  });
});
