/** As much of a follower's id as tells one from another. */
export const coveredOpenId = (openId: string): string => (openId.length < 12 ? `${openId.slice(0, 3)}***` : `${openId.slice(0, 4)}***${openId.slice(-4)}`);
