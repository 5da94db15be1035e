const MAIL = /^[^\s@<>",;:\\()[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?$/;
const MOBILE = /^(?:\+?86)?(1[3-9]\d{9})$/;

/** Whether a text is one address of a mailbox. */
export const isMailAddress = (text: string): boolean => MAIL.test(text);

/** The eleven digits of a mobile of the mainland; undefined for any other number: providers of text messages want them approved one by one. */
export const mobileOf = (text: string): string | undefined => MOBILE.exec(text.replace(/[\s-]/g, ''))?.[1];
