/** `npm start` runs the simulated mail server of tools/sim/mailbox on this port (IMAP) and the next one (SMTP) unless DEMO_MAIL_PORT names another one. */
export const MAIL_PORT = 5092;

/** Names before the sign of those of the demo's staff who have a mailbox there. */
const STAFF = [
  'admin',
  'doctor',
  'nurse',
  'pharmacist',
  'cashier',
  'clerk',
  'manager',
  'developer',
  'headnurse',
  'treatnurse',
  'director',
  'engineer',
  'quality',
];
/** Domain of their addresses. */
export const MAIL_DOMAIN = 'sim-mail.example';
/** That of the demo accounts. */
export const MAIL_PASSWORD = 'Demo2026';
/** @param name before the sign */
const addressOf = (name) => `${name}@${MAIL_DOMAIN}`;
/** Addresses of all mailboxes. */
export const MAIL_ADDRESSES = STAFF.map(addressOf);

/** Where the mailboxes of the demo system are, and whose they are. */
export const buildMail = (port = MAIL_PORT) => ({
  imapAddress: `imap://127.0.0.1:${port}`,
  smtpAddress: `smtp://127.0.0.1:${port + 1}`,
  password: MAIL_PASSWORD,
  mailboxes: STAFF.map((name) => ({ userId: `user-${name}`, address: addressOf(name) })),
});
