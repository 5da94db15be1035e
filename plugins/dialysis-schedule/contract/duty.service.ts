import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/** Somebody works in a shift; `zone` empty: wherever one is needed. */
export interface Duty {
  readonly userId: string;
  readonly userName: string;
  readonly shiftId: string;
  readonly duty: 'nurse' | 'doctor';
  readonly zone: string;
}

/** Who works when; those who are absent are not told. */
export interface DialysisDuties {
  /** @param day `YYYY-MM-DD` */
  on(day: string, orgIds: readonly OrgId[]): Promise<readonly Duty[]>;
}
export const dialysisDuties = defineService<DialysisDuties>('dialysis-schedule.duties@1');
