/** For programs that load the server halves of plugins: servers, and the tools that look into a built half. */
import * as kysely from 'kysely';
import * as typebox from 'typebox';
import * as value from 'typebox/value';
import * as contract from '../../contract/index.ts';
import * as record from '../../contract/record/index.ts';
import * as server from '../index.ts';
import { takePinyinFrom } from '../paging/search.ts';
import { offerSharedModules } from './shared-modules.ts';

/**
 * Lets the server halves that this program loads from now on run on its one copy of the SDK. To be called before the first half is loaded, in each
 * process and thread that loads some; again does no harm.
 * @param carried.pinyin the package `pinyin-pro`, of a program that may read no folder of packages; by default it is found where the SDK stands
 */
export function shareSdk({ pinyin }: { readonly pinyin?: () => typeof import('pinyin-pro') } = {}): void {
  if (pinyin) takePinyinFrom(pinyin);
  offerSharedModules({
    '@nephra/plugin-sdk/contract': contract,
    '@nephra/plugin-sdk/record': record,
    '@nephra/plugin-sdk/server': server,
    kysely,
    typebox,
    'typebox/value': value,
  });
}
