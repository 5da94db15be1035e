/** Somebody who follows the simulated public account. Made up. */
export interface SimFollower {
  readonly openid: string;
  /** The service tells no names to accounts; the page of the simulation shows it. */
  readonly name: string;
  readonly since: number;
  /** Refused subscribed messages. */
  readonly refuses?: boolean;
}

export const SIM_FOLLOWERS: readonly SimFollower[] = [
  { openid: 'SIMoPatient0000000001', name: 'SIM 关注者一', since: 1_772_000_000 },
  { openid: 'SIMoPatient0000000002', name: 'SIM 关注者二', since: 1_772_100_000 },
  { openid: 'SIMoPatient0000000003', name: 'SIM 关注者三', since: 1_772_200_000, refuses: true },
  { openid: 'SIMoVisitor0000000004', name: 'SIM 访客', since: 1_772_300_000 },
];
