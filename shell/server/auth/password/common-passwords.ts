import { clientHash } from './password-hash.ts';

/** Passwords that are tried first everywhere, in the forms that a rule about kinds lets through or that older clients may still send. */
const COMMON = [
  ...[
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '1234567890',
    '111111',
    '000000',
    '666666',
    '888888',
    '123123',
    '654321',
    '987654321',
    '11111111',
    '88888888',
  ],
  ...['password', 'passw0rd', 'qwerty', 'qwertyuiop', 'iloveyou', 'admin', 'administrator', 'root', 'guest', 'welcome', 'letmein', 'woaini', 'hospital'],
  ...['abc123', 'a123456', 'a1234567', 'a12345678', 'aa123456', 'aa12345678', 'abc12345', 'abcd1234', 'abc123456', 'admin123', 'admin123456', 'root1234'],
  ...[
    'q1w2e3r4',
    '1q2w3e4r',
    '1qaz2wsx',
    'zaq12wsx',
    'qwe123',
    'qwer1234',
    'qwerty123',
    'asdf1234',
    'zxcv1234',
    'test1234',
    'user1234',
    'woaini1314',
    '5201314a',
  ],
  ...[
    'password1',
    'password12',
    'password123',
    'passw0rd1',
    'welcome1',
    'welcome123',
    'letmein1',
    'changeme1',
    'hospital1',
    'hospital123',
    'his12345',
    'huawei123',
  ],
  ...[
    'p@ssw0rd',
    'p@ssword1',
    'admin@123',
    'admin@1234',
    'abc@1234',
    'abc@12345',
    'abcd@1234',
    'aa@123456',
    'qwe@1234',
    '1qaz@wsx',
    '1qaz!qaz',
    'root@123',
    'test@123',
  ],
];

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** md5 of each as clients send it: small, with a capital at the front, in capitals. */
export const COMMON_PASSWORD_HASHES: ReadonlySet<string> = new Set(
  COMMON.flatMap((password) => [password, capitalised(password), password.toUpperCase()]).map(clientHash),
);

/** True when the password says the account: as it is, turned round, doubled, or with the usual digits behind. The server sees hashes only. */
export function repeatsAccount(sent: string, account: string): boolean {
  const names = [account, account.toLowerCase(), account.toUpperCase(), capitalised(account.toLowerCase()), [...account].reverse().join('')];
  return names.some((name) => ['', '1', '12', '123', '1234', '123456', '@123', '@1234', '01', name].some((tail) => clientHash(name + tail) === sent));
}
