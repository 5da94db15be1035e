import { defineExtension, defineService } from '../../../contract/index.ts';
import type { FoundUses } from './found-uses.ts';
import type { UsesReader } from '../../dictionary-points.ts';

/** An area with what stands above it. */
export interface AreaPath {
  /** From the province down to it. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** For people and workbooks: `广东省/广州市/荔湾区`. */
  readonly text: string;
  /** False: it, or something above it, is out of service. */
  readonly enabled: boolean;
}

/** Provinces, cities, districts and what a site added, for rules of other plugins; offered by the plugin of the areas. */
export interface AreaDirectory {
  /** By id, disabled ones too; ids that nobody knows are left out. One statement, however many ids. */
  paths(ids: readonly string[]): Promise<ReadonlyMap<string, AreaPath>>;
  /**
   * Keeps an area that can be chosen for an address from being deleted until the transaction ends.
   * @returns false where it cannot be: not there, out of service, or a city that has districts, a province that has cities
   */
  hold(id: string): Promise<boolean>;
  /** What texts mean, in their order: a code, or names from the top or of the lower ones alone. Undefined: nothing; `several`: so many are called so. */
  read(texts: readonly string[]): Promise<readonly ({ readonly id: string } | { readonly several: number } | undefined)[]>;
  /** Ids of an area and of all below it. */
  below(id: string): Promise<readonly string[]>;
}

export const areaDirectory = defineService<AreaDirectory>('system.area-directory@1');

/** Rows of a plugin that hold ids of areas. */
export interface AreaUse {
  /** Rows that hold this id, whoever may see them; names are told of those alone that the caller sees. Undefined: none. */
  of(caller: UsesReader, id: string): Promise<FoundUses | undefined>;
}

/** Who holds areas adds itself here: one in use is not deleted, and the refusal says what uses it. Fields of kind `address` do so by themselves. */
export const areaUses = defineExtension<AreaUse>('system.area-use@1', { of: 'function' });
