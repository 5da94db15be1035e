import { useEffect, useState } from 'react';
import { LEVEL_3_PASSWORDS, type PasswordPolicy, passwordPolicyContract } from '@nephra/plugin-sdk/contract';
import { createClient } from '@nephra/plugin-sdk/web';
import { useShell } from '../shell-context.tsx';

/** The site's rules for new passwords; the default profile until the server has said them. */
export function usePasswordPolicy(): PasswordPolicy {
  const { http } = useShell();
  const [policy, setPolicy] = useState<PasswordPolicy>(LEVEL_3_PASSWORDS);
  useEffect(() => {
    const ask = new AbortController();
    createClient(passwordPolicyContract, http)
      .read({}, { quiet: true, signal: ask.signal })
      .then(({ data }) => setPolicy(data))
      // The server has the last word in any case.
      .catch(() => {});
    return () => ask.abort();
  }, [http]);
  return policy;
}
