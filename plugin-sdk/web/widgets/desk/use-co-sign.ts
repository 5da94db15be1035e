import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useCallback } from 'react';

/** What a second person typed at this device, and what it signs. */
export interface CoSignInput {
  readonly account: string;
  readonly way: 'pin' | 'password';
  /** As typed. */
  readonly secret: string;
  /** Name of the act, `beds.second-check`, and id of the record, as the server half asks `coSigner` for them. */
  readonly act: string;
  readonly subject: string;
}

/**
 * Lets another person sign at this device. `told` hears the name of who did, as colleagues know it.
 * @returns what answers a signature to send along with the act, good once and for three minutes; it rejects with the server's sentence
 */
export function useCoSign(): (input: CoSignInput, told?: (userName: string) => void) => Promise<string> {
  const { passwordHash, http } = usePlugin();
  return useCallback(
    async ({ secret, ...input }, told) => {
      // Fetched when somebody signs: the first page of everybody else does without it.
      const { coSignContract } = await import('../../../contract/access/co-sign.contract.ts');
      const client = createClient(coSignContract, http);
      const body = { ...input, secret: input.way === 'password' ? passwordHash(secret) : secret };
      const { signature, userName } = (await client.sign({ body }, { quiet: true })).data;
      told?.(userName);
      return signature;
    },
    [http, passwordHash],
  );
}
