/** Limits of a facility that people set; none of them blocks anybody unless a rule says so. */
export interface DialysisLimits {
  /** Minutes from one reading of a running treatment to the next; and after which a reading counts as late. */
  readonly readingEveryMinutes: number;
  readonly readingGraceMinutes: number;
  /** ml/kg/h: from here yellow, from here red. */
  readonly ufRateWarn: number;
  readonly ufRateHigh: number;
  /** Per cent of the dry weight. */
  readonly ufPercentWarn: number;
  readonly gainPercentComfort: number;
  readonly gainPercentWarn: number;
  /** Minutes that a treatment may end earlier or later than prescribed without a reason. */
  readonly endToleranceMinutes: number;
  /** Minutes after the start in which the second check is due. */
  readonly secondCheckMinutes: number;
  readonly patientsPerNurse: number;
  readonly patientsPerDoctor: number;
  /** Days from one test of infection markers to the next; soon and overdue from these days on; age that a transient patient's may have. */
  readonly serologyDays: number;
  readonly serologySoonDays: number;
  readonly serologyLateDays: number;
  readonly serologyTransientDays: number;
  /** Days after which a dry weight is reviewed; per cent by which it may change at once without being asked. */
  readonly dryWeightReviewDays: number;
  readonly dryWeightStepPercent: number;
  /** mmHg. */
  readonly systolicLow: number;
  readonly systolicHigh: number;
  /** Days without a treatment: warned, alarmed. */
  readonly gapWarnDays: number;
  readonly gapAlarmDays: number;
}
