import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { dictionaryDataContract } from '../../contract/dictionary-data.contract.ts';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';

type Route = Parameters<PluginHost['call']>[1];

/** Calls of an administrator on the dictionaries of a host. */
export function dictionaryCalls(host: () => PluginHost) {
  const user = staff({ userId: 'admin', isAdministrator: true });
  const call = <R extends Route>(route: R, given: Parameters<PluginHost['call']>[2] = {}) => host().call('system', route, { user, ...given });
  let made = 0;
  return {
    call,
    addType: async (over: object = {}): Promise<string> => {
      made += 1;
      return (await call(dictionaryTypeContract.routes.create, { body: { fullName: `SIM 字典 ${made}`, enCode: `SIM.t${made}`, ...over } as never })).id;
    },
    addEntry: async (dictionaryTypeId: string, over: object = {}): Promise<string> => {
      made += 1;
      const body = { fullName: `条目 ${made}`, enCode: `e${made}`, dictionaryTypeId, ...over };
      return (await call(dictionaryDataContract.routes.create, { body: body as never })).id;
    },
  };
}
