import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import type { CatalogueDb } from '../tables.ts';
import { assertKeeps } from './entry.policy.ts';

const holding = (...grants: string[]) => createFakeServerContext<CatalogueDb>({ grants });

it('each list of the catalogue has keepers of its own', () => {
  const pharmacist = holding('his.catalogue', 'his.catalogue:btn_drug', 'his.catalogue:btn_material', 'his.catalogue:btn_price');
  expect(() => assertKeeps(pharmacist, ['drug', 'material'])).not.toThrow();
  expect(() => assertKeeps(pharmacist, ['item'])).toThrow('catalogue.keeps-not-item');
  expect(() => assertKeeps(pharmacist, ['drug', 'item'])).toThrow('catalogue.keeps-not-item');
  expect(() => assertKeeps(holding('his.catalogue'), ['drug'])).toThrow('catalogue.keeps-not-drug');
});
