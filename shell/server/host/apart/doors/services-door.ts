import type { ExtensionToken, ServiceToken } from '@nephra/plugin-sdk/contract';
import { exposed } from '../wire/expose.ts';
import type { Door } from './door.ts';

/** Services and additions of others: data as it is, functions lent. Who may have which is decided where every plugin's is. */
export const servicesDoor: Door = {
  service: ({ owner }, id: string) => exposed(owner.context.service({ id: String(id) } as ServiceToken<unknown>)),
  optionalService: ({ owner }, id: string) => exposed(owner.context.optionalService({ id: String(id) } as ServiceToken<unknown>)),
  extensions: ({ owner }, id: string) =>
    owner.context.extensions({ id: String(id) } as ExtensionToken<unknown>).map(({ pluginId, value }) => ({ pluginId, value: exposed(value) })),
};
