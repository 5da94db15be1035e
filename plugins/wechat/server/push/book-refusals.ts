import { WechatError } from '../gateway/wechat-error.ts';

/** Codes of both services (WeCom and DingTalk, 全局错误码): what stands in the way of a write, or that there is nothing to write to. */
export const NAME_TAKEN = [60008];
export const ID_TAKEN = [60102];
export const NO_DEPARTMENT = [60003, 60123];
/** Members or departments are in it. */
export const NOT_EMPTY = [60005, 60006];
export const NO_MEMBER = [60111, 60121, 33012];

/** @param then what is answered where the service refuses by one of these codes; it may throw the refusal @throws WechatError any other */
export async function unlessRefused<T, Other>(
  codes: readonly number[],
  work: () => Promise<T>,
  then: (refusal: WechatError) => Other,
): Promise<T | Awaited<Other>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WechatError) || !codes.includes(error.errcode)) throw error;
    return await then(error);
  }
}
