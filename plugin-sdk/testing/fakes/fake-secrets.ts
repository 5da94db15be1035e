import { AppError } from '../../contract/index.ts';
import type { Secrets } from '../../server/index.ts';

/** Reversible and readable by whoever looks; bound to one plugin like the real ones. */
export function createFakeSecrets(pluginId: string): Secrets {
  const prefix = `fake.${pluginId}.`;
  return {
    seal: (text) => prefix + Buffer.from(text).toString('base64url'),
    open(sealed) {
      if (!sealed.startsWith(prefix)) throw new AppError('core.secret-broken');
      return Buffer.from(sealed.slice(prefix.length), 'base64url').toString();
    },
  };
}
