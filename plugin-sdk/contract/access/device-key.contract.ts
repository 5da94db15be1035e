import { Type } from 'typebox';
import { defineContract, get } from '../route.ts';

/** What pages leave on a device for a person is sealed under a key of that person, which nobody finds on the device after the sign-out. */
export const deviceKeyContract = defineContract('deviceKey', {
  /** The same for a person on every device and after every sign-in, so that what waited on a device is readable again for the same person, and for nobody else. */
  read: get('/api/oauth/DeviceKey', {
    summary: 'Key under which the signed-in person’s entries lie on a device',
    need: 'session',
    audit: 'none',
    /** 32 bytes, base64. */
    reply: Type.Object({ key: Type.String({ minLength: 44, maxLength: 44 }) }),
  }),
});
