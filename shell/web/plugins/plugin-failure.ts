/** Why a plugin could not be used (closed list; the codes are what people tell support). */
export const FAILURE_KINDS = ['network', 'http', 'integrity', 'syntax', 'evaluation', 'invalid-module', 'version', 'activate', 'render', 'time-out'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Kinds that may pass by themselves: worth another try without being asked. */
const PASSING: readonly FailureKind[] = ['network', 'http', 'integrity', 'time-out'];

export class PluginFailure extends Error {
  readonly pluginId: string;
  readonly kind: FailureKind;
  constructor(pluginId: string, kind: FailureKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'PluginFailure';
    this.pluginId = pluginId;
    this.kind = kind;
  }

  get mayPass(): boolean {
    return PASSING.includes(this.kind);
  }

  /** `PHARMACY-INTEGRITY`: short enough for the telephone. */
  get code(): string {
    return `${this.pluginId}-${this.kind}`.toUpperCase();
  }
}

export const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
