import type { Right } from '@nephra/plugin-sdk/contract';

/** Whom a right can be granted to. */
export type GrantHolder = 'role' | 'position' | 'group' | 'user';

/** One grant with its origin. */
export interface GrantFact extends Right {
  readonly holder: GrantHolder;
  readonly holderId: string;
  /** Empty: came with the plugin. */
  readonly grantedBy: string;
  /** Milliseconds. */
  readonly grantedAt: number;
}

/**
 * Why a right that exists cannot be used by anybody at the moment: its plugin is off (or no longer brings it), its menu was taken out of
 * use, its data scheme was disabled.
 */
export type RightState = 'on' | 'plugin-off' | 'menu-off' | 'scheme-off';

/** A right of the catalogue, on or off. Directories are none. */
export interface CataloguedRight extends Right {
  readonly state: RightState;
}

/** Through what somebody holds a right. */
export interface HeldThrough {
  readonly type: GrantHolder | 'administrator';
  readonly id: string;
  readonly name: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
}

/** What keeps a right from somebody. For the first two the role, position or group that would grant it is named. */
export interface Obstacle {
  readonly reason: 'disabled' | 'elsewhere' | Exclude<RightState, 'on'> | 'not-granted';
  readonly type?: GrantHolder;
  readonly name?: string;
}

export interface ExplainedRight extends Right {
  readonly held: boolean;
  readonly through: readonly HeldThrough[];
  /** Only of rights that are not held. */
  readonly obstacles: readonly Obstacle[];
  /** Held, but the page it belongs to is not: it does nothing on the screen. */
  readonly pageMissing: boolean;
}
