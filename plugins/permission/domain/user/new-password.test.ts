import { LEVEL_3_PASSWORDS, passwordFlaw } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newPassword } from './new-password.ts';

it('[property] [5-02] a made password keeps the rules of any site, whatever chance says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 16 }), fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat(1_000_000)), (minLength, kinds, chance) => {
      const policy = { ...LEVEL_3_PASSWORDS, minLength, kinds };
      const password = newPassword(policy, (limit) => (chance.next().value ?? 0) % limit);
      expect(passwordFlaw(password, policy)).toBeUndefined();
      expect(password).not.toMatch(/[0O1lI]/);
    }),
  );
});
