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
  /** Days in which the markers of somebody new are tested again. */
  readonly serologyNewDays: number;
  /** Days for which somebody whose hepatitis C was cured stays under observation. */
  readonly observationDays: number;
  /** Titre (8 for 1:8) of RPR or TRUST from which syphilis counts as infectious. */
  readonly syphilisTitre: number;
  /** Whether an antibody of hepatitis C without virus, which was never cured of one, asks for zone C; off: the ordinary zone with a mark. */
  readonly hcvAntibodyApart: boolean;
  /** Whether somebody without a result waits in zone E; off: in the ordinary zone, and only warned of. */
  readonly missingMarkersWait: boolean;
  /** Whether the doctor may not confirm a treatment without consent to it; off: it is said. */
  readonly consentBlocks: boolean;
  /** Months for which a consent holds; 0: until it is withdrawn. */
  readonly consentDialysisMonths: number;
  readonly consentCatheterMonths: number;
  /** Of readings; null alarms nobody. Beats in a minute, °C, mmol/L, mmHg. */
  readonly pulseLow: number | null;
  readonly pulseHigh: number | null;
  readonly temperatureHigh: number | null;
  readonly glucoseLow: number | null;
  readonly venousPressureHigh: number | null;
  readonly arterialPressureLow: number | null;
  readonly transmembranePressureHigh: number | null;
}

/** What holds where a facility has set nothing; for tests too, so that a limit that comes later breaks none. */
export const DEFAULT_DIALYSIS_LIMITS: DialysisLimits = {
  readingEveryMinutes: 60,
  readingGraceMinutes: 10,
  ufRateWarn: 10,
  ufRateHigh: 13,
  ufPercentWarn: 5,
  gainPercentComfort: 3,
  gainPercentWarn: 5,
  endToleranceMinutes: 15,
  secondCheckMinutes: 30,
  patientsPerNurse: 5,
  patientsPerDoctor: 30,
  serologyDays: 180,
  serologySoonDays: 175,
  serologyLateDays: 185,
  serologyTransientDays: 90,
  dryWeightReviewDays: 30,
  dryWeightStepPercent: 2,
  systolicLow: 90,
  systolicHigh: 200,
  gapWarnDays: 3,
  gapAlarmDays: 4,
  serologyNewDays: 90,
  observationDays: 180,
  syphilisTitre: 8,
  hcvAntibodyApart: false,
  missingMarkersWait: true,
  consentBlocks: false,
  consentDialysisMonths: 0,
  consentCatheterMonths: 0,
  pulseLow: 50,
  pulseHigh: 120,
  temperatureHigh: 38,
  glucoseLow: 3.9,
  venousPressureHigh: 250,
  arterialPressureLow: -250,
  transmembranePressureHigh: 300,
};
