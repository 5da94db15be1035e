/** Medical categories on offer (national dictionary med_type). */
export const DP_TYPES = [14, 11, 13, 9901] as const;
/** Ways of payment on offer: self, employee insurance, resident insurance. */
export const REIM_WAYS = ['0', '310', '390'] as const;
