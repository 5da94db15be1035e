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
const DOMAIN = 'sim-mail.example';

/** Where the mailboxes of the demo system are, and whose they are. The password is that of the demo accounts. */
export const buildMail = (port = MAIL_PORT) => ({
  imapAddress: `imap://127.0.0.1:${port}`,
  smtpAddress: `smtp://127.0.0.1:${port + 1}`,
  password: 'Demo2026',
  mailboxes: STAFF.map((name) => ({ userId: `user-${name}`, address: `${name}@${DOMAIN}` })),
});
