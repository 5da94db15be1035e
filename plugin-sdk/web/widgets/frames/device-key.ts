import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';

/**
 * Key under which entries of the signed-in person lie on a device: the same for the person on every device and after every sign-in. Pages seal with it what waits there.
 * @returns 32 bytes, base64
 * @throws ApiError what the server answered, or that it did not
 */
export async function readDeviceKey(http: HttpPort): Promise<string> {
  const { deviceKeyContract } = await import('../../../contract/access/device-key.contract.ts');
  const { data } = await createClient(deviceKeyContract, http).read({}, { quiet: true, background: true });
  return data.key;
}
