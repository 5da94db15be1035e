/** enCode of the page of configuration. */
export const CONFIG_PAGE = 'system.sysConfig';

/** Characters of the texts that this system shows or sends. */
export const TEXT_LENGTHS = {
  sysName: 50,
  sysDescription: 100,
  copyright: 200,
  companyName: 100,
  companyCode: 50,
  companyAddress: 200,
  companyContacts: 50,
  companyTelePhone: 50,
  companyEmail: 100,
  whiteListIp: 5_000,
  emailSmtpHost: 253,
  emailPop3Host: 253,
  emailSenderName: 60,
  emailAccount: 100,
} as const;

/** Whole numbers with their bounds; minutes, tries, characters, ports, megabytes. */
export const WHOLE_BOUNDS = {
  // Browsers tell once a minute that somebody types: with less, people at work would be signed out.
  tokenTimeout: [2, 10_080],
  passwordErrorsNumber: [3, 100],
  lockTime: [1, 1_440],
  verificationCodeNumber: [3, 6],
  emailSmtpPort: [1, 65_535],
  emailPop3Port: [1, 65_535],
  // MB; 0 = no limit.
  fileQuotaMb: [0, 10_000_000],
} as const satisfies Readonly<Record<string, readonly [min: number, max: number]>>;

/** 0 or 1. */
export const FLAGS = ['enableVerificationCode', 'lastLoginTimeSwitch', 'whitelistSwitch', 'emailSsl'] as const;

/** Addresses of pictures in the file storage, upload type `PICTURE_UPLOAD`; empty: the built-in one. */
export const PICTURES = ['loginIcon', 'navigationIcon', 'logoIcon', 'appIcon'] as const;
export const PICTURE_UPLOAD = 'annexpic';

/** Kept sealed and told to nobody. */
export const SECRETS = ['emailPassword', 'smsKeySecret', 'qyhAgentSecret', 'qyhCorpSecret', 'dingSynAppSecret', 'registerKey'] as const;
export const MAX_SECRET = 500;

/** Accepted and kept as they were sent: nothing in this system reads them yet. */
export const KEPT = [
  'smsCompany',
  'smsKeyId',
  'smsSignName',
  'smsTemplateId',
  'smsAppId',
  'domain',
  'region',
  'version',
  'qyhCorpId',
  'qyhAgentId',
  'qyhIsSynOrg',
  'qyhIsSynUser',
  'dingAgentId',
  'dingSynAppKey',
  'dingSynIsSynOrg',
  'dingSynIsSynUser',
  'pageSize',
  'sysTheme',
  'isLog',
  'lastLoginTime',
] as const;
export const MAX_KEPT = 500;

/** People who may be made administrators at once. */
export const MAX_ADMINISTRATORS = 50;
