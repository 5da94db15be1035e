import { defineSettings, field } from '@nephra/plugin-sdk/record';
import { MAX_SERVER_ADDRESS } from './limits.ts';

/** Settings of the page of plugin settings: the mail servers of the house, for everybody. */
export const settings = defineSettings({
  installation: {
    imapAddress: field
      .text(MAX_SERVER_ADDRESS)
      .initial('')
      .label('收信服务器（IMAP）', '收信伺服器（IMAP）', 'Incoming server (IMAP)')
      .help(
        '如 imaps://mail.example.com:993；须列入 outbound，不填则停用',
        '如 imaps://mail.example.com:993；須列入 outbound，不填則停用',
        'Such as imaps://mail.example.com:993; must be listed under outbound. Empty: off',
      ),
    smtpAddress: field
      .text(MAX_SERVER_ADDRESS)
      .initial('')
      .label('发信服务器（SMTP）', '寄信伺服器（SMTP）', 'Outgoing server (SMTP)')
      .help(
        '如 smtps://mail.example.com:465；须列入 outbound，不填则只能收信',
        '如 smtps://mail.example.com:465；須列入 outbound，不填則只能收信',
        'Such as smtps://mail.example.com:465; must be listed under outbound. Empty: letters are read and not sent',
      ),
  },
});
