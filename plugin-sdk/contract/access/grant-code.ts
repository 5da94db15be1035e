/**
 * Kinds of rights that can be granted. `permission` is a code that belongs to no menu, `resource` a data scheme (its item is the
 * scheme's id).
 */
export const RIGHT_KINDS = ['menu', 'button', 'column', 'form', 'permission', 'resource'] as const;
export type RightKind = (typeof RIGHT_KINDS)[number];

/** One right as it is stored: by code, so that it outlives the plugin that brings it. */
export interface Right {
  readonly kind: RightKind;
  readonly menuCode: string;
  /** Empty for kinds `menu` and `permission`. */
  readonly itemCode: string;
}

/**
 * The text that `can` is asked with: `his.patient`, `his.patient:btn_add`, `his.patient#column:phone`, `his.patient#form:phone`; a code
 * without a menu stands for itself.
 */
export function grantCode(kind: RightKind, menuCode: string, itemCode: string): string {
  if (kind === 'menu' || kind === 'permission') return menuCode;
  return kind === 'button' ? `${menuCode}:${itemCode}` : `${menuCode}#${kind}:${itemCode}`;
}

const GRANT_CODE = /^([^:#]+)(?:(?:#(column|form|resource))?:(.+))?$/;

/** The parts of a code; a code without a menu reads like a menu. Undefined when the text is no code. */
export function parseGrantCode(code: string): Right | undefined {
  const found = GRANT_CODE.exec(code);
  if (!found) return undefined;
  const [, menuCode = '', kind, itemCode = ''] = found;
  return itemCode === '' ? { kind: 'menu', menuCode, itemCode } : { kind: (kind as RightKind | undefined) ?? 'button', menuCode, itemCode };
}
