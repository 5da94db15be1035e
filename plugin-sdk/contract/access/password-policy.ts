import { type Static, Type } from 'typebox';
import type { Language } from '../menu/menu.ts';
import { defineContract, get } from '../route.ts';

/** Rules for passwords, from the server's configuration. Lengths and kinds are checked where the password is typed; the rest on the server. */
export const passwordPolicySchema = Type.Object({
  minLength: Type.Integer(),
  maxLength: Type.Integer(),
  /** How many of small letters, capitals, digits and other signs it must hold; 2 = letters and digits, and no other signs (spec 5). */
  kinds: Type.Integer(),
  /** How many earlier passwords may not come back. */
  history: Type.Integer(),
  /** Days after which it has to be changed; 0 = never. */
  maxAgeDays: Type.Integer(),
});
export type PasswordPolicy = Readonly<Static<typeof passwordPolicySchema>>;

/** Default: 6 to 16 letters and digits, both kinds (spec 5). */
export const SPEC_PASSWORDS: PasswordPolicy = { minLength: 6, maxLength: 16, kinds: 2, history: 0, maxAgeDays: 0 };

/** What classified protection of level 3 asks for, within the 16 characters of spec 5. */
export const LEVEL_3_PASSWORDS: PasswordPolicy = { minLength: 8, maxLength: 16, kinds: 3, history: 5, maxAgeDays: 90 };

/** Rules that a site chooses from by one setting. */
export const PASSWORD_RULES = { specification: SPEC_PASSWORDS, level3: LEVEL_3_PASSWORDS } as const satisfies Record<string, PasswordPolicy>;
export type PasswordRuleName = keyof typeof PASSWORD_RULES;

/** What a screen needs before a password is typed. Answered to strangers, too: the first password is set before anybody is signed in. */
export const passwordPolicyContract = defineContract('password-policy', {
  read: get('/api/oauth/PasswordPolicy', { summary: 'Rules for new passwords', need: 'public', audit: 'none', reply: passwordPolicySchema }),
});

/** What is wrong with a typed password. `letters-digits`: one of the two is missing (spec 5). */
export type PasswordFlaw = 'length' | 'characters' | 'letters-digits' | 'kinds';

const PRINTABLE = /^[\x21-\x7e]*$/;
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]*$/;
const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];
const kindsOf = (password: string): number => KINDS.filter((kind) => kind.test(password)).length;

/** Two kinds are letters and digits, as spec 5 has it; more kinds take in other signs. */
const mayHoldSigns = ({ kinds }: Pick<PasswordPolicy, 'kinds'>): boolean => kinds > 2;

/** The rule for a typed password: both halves use this one wherever they see it in clear. Letters and digits are a must (spec 5). */
export function passwordFlaw(password: string, policy: PasswordPolicy): PasswordFlaw | undefined {
  if (password.length < policy.minLength || password.length > policy.maxLength) return 'length';
  if (!(mayHoldSigns(policy) ? PRINTABLE : LETTERS_AND_DIGITS).test(password)) return 'characters';
  if (!/[A-Za-z]/.test(password) || !/\d/.test(password)) return 'letters-digits';
  return kindsOf(password) < policy.kinds ? 'kinds' : undefined;
}

/**
 * What a client says of a password beside its hash, which is all that is sent of it. Our own screens always say it, so that the server has
 * the last word on the rule as well; clients that do not know it are believed, but for short and common passwords, whose hashes are known.
 */
export const passwordShapeSchema = Type.Object({
  /** Characters, counted up to what the rule asks for and no further: the true length would help whoever guesses. */
  length: Type.Integer({ minimum: 0, maximum: 64 }),
  letters: Type.Boolean(),
  digits: Type.Boolean(),
  /** Of small letters, capitals, digits and other signs, counted up to what the rule asks for. */
  kinds: Type.Integer({ minimum: 0, maximum: 4 }),
  /** Whether it holds anything but letters and digits; said only where the rule forbids it. */
  signs: Type.Optional(Type.Boolean()),
});
export type PasswordShape = Readonly<Static<typeof passwordShapeSchema>>;

export const passwordShape = (password: string, policy: Pick<PasswordPolicy, 'minLength' | 'kinds'>): PasswordShape => ({
  length: Math.min(password.length, policy.minLength),
  letters: /[A-Za-z]/.test(password),
  digits: /\d/.test(password),
  kinds: Math.min(kindsOf(password), policy.kinds),
  ...(mayHoldSigns(policy) ? {} : { signs: !LETTERS_AND_DIGITS.test(password) }),
});

/** Whether a password of this shape follows the rule. */
export const shapeFits = ({ length, letters, digits, kinds, signs = false }: PasswordShape, policy: PasswordPolicy): boolean =>
  length >= policy.minLength && letters && digits && (mayHoldSigns(policy) ? kinds >= policy.kinds : !signs);

/** The rule as a sentence, for below the field: `8-16 characters password (digits and letters)` and how many kinds it takes. */
export function passwordRuleText({ minLength, maxLength, kinds }: PasswordPolicy, language: Language): string {
  const length = minLength === maxLength ? `${minLength}` : `${minLength}-${maxLength}`;
  const more = kinds > 2;
  switch (language) {
    case 'zh':
      return `请输入${length}位密码（数字和字母${more ? `，大写、小写、数字、符号至少${kinds}种` : ''}）`;
    case 'zhtw':
      return `請輸入 ${length} 位密碼（含數字與字母${more ? `，大寫、小寫、數字、符號至少 ${kinds} 種` : ''}）`;
    case 'en':
      return `${length} characters password (digits and letters${more ? `; at least ${kinds} of capitals, small letters, digits and signs` : ''})`;
  }
}
