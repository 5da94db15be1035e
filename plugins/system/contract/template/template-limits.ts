/** enCodes of the pages, which are the rights of their calls. */
export const SMS_TEMPLATE_MENU = 'system.smsTemplate';
export const MESSAGE_TEMPLATE_MENU = 'system.messageTemplate';
/** The directory that both stand in. */
export const TEMPLATE_DIRECTORY = 'system.systemTemplate';
/** Characters. */
export const MAX_TEMPLATE_NAME = 50;
export const MAX_TEMPLATE_CODE = 50;
/** A text message of 500 characters is sent as eight. */
export const MAX_SMS_TEXT = 500;
export const MAX_MESSAGE_TITLE = 200;
export const MAX_MESSAGE_TEXT = 4_000;
/** Characters of one parameter of a text message. */
export const MAX_SMS_VALUE = 100;
/** Numbers that one test goes to. */
export const MAX_TEST_MOBILES = 5;
/** Characters in which they are typed. */
export const MAX_MOBILES_TEXT = 200;
