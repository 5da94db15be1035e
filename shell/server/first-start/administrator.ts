import type { Core } from '../composition/create-core.ts';

/**
 * Makes sure that the administrator can get in: by the configured password, or by a setup code that is shown once.
 * @returns the code to show, undefined when none is needed.
 */
export async function prepareAdministrator(core: Core): Promise<string | undefined> {
  const { firstPassword } = core;
  if (!(await firstPassword.isMissing())) return undefined;
  const { adminPassword } = core.parts.config;
  if (adminPassword) {
    await firstPassword.setTo(adminPassword);
    return undefined;
  }
  return await firstPassword.newSetupCode();
}
