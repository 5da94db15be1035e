import { useEffect, useState } from 'react';
import { SPEC_PASSWORDS, type PasswordPolicy, passwordPolicyContract } from '@nephra/plugin-sdk/contract';
import { createClient } from '@nephra/plugin-sdk/web';
import { useShell } from '../../shell-context.tsx';

/** The site's rules for new passwords; those of the specification until the server has said them. */
export function usePasswordPolicy(): PasswordPolicy {
  const { http } = useShell();
  const [policy, setPolicy] = useState<PasswordPolicy>(SPEC_PASSWORDS);
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
