/** Isomorphic half of the SDK: no Node, no DOM. The only door for plugins' `contract/` and `domain/` folders. */
export { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
export { canonicalJson } from './canonical-json.ts';
export { type ComparedContent, CONTENTS_OF, type ConditionContent, OPERATORS_OF, readContent } from './condition-content.ts';
export {
  CONDITION_CONTENTS,
  CONDITION_OPERATORS,
  type ConditionOperator,
  DATA_FIELD_TYPES,
  type DataCondition,
  dataConditionSchema,
  type DataFieldType,
  type DataRights,
  type DataScope,
} from './data-condition.ts';
export {
  AppError,
  type AppErrorOptions,
  type Envelope,
  EnvelopeCode,
  type ErrorExtras,
  type ErrorParams,
  isAppError,
  COMES_BACK_CODES,
  SESSION_ENDED_CODES,
} from './errors.ts';
export type { FrameNeed, FrameReply, Frames, HeardBody, HeardFrame, HeardName, PushedBody, PushedFrame, PushedName } from './frames.ts';
export { grantCode, parseGrantCode, RIGHT_KINDS, type Right, type RightKind } from './access/grant-code.ts';
export { isMenuIcon, MENU_ICONS, type MenuIcon } from './menu/icons.ts';
export type { FileId, Id, MenuId, OrgId, PluginId, UserId } from './ids.ts';
export {
  ENCODE_PATTERN,
  manifestSchema,
  menuSchema,
  PLUGIN_ID_PATTERN,
  type PluginManifest,
  type Privilege,
  PRIVILEGES,
  privilegeSchema,
  SDK_VERSION,
} from './plugin/manifest.ts';
export {
  inLanguages,
  LANGUAGES,
  type Language,
  type MenuClaim,
  type MenuContribution,
  MenuType,
  type ModelMenuType,
  type PermissionItem,
  type DataField,
  type TextByLanguage,
} from './menu/menu.ts';
export {
  addMoney,
  fen,
  formatScaled,
  lineTotal,
  type Money,
  moneyFromText,
  moneyFromWire,
  moneyToText,
  moneyToWire,
  negateMoney,
  parseScaled,
  type Quantity,
  quantityFromText,
  quantityFromWire,
  quantityToText,
  quantityToWire,
  splitMoney,
  subtractMoney,
  type UnitPrice,
  unitPriceFromText,
  unitPriceFromWire,
  unitPriceToText,
  unitPriceToWire,
  ZERO,
} from './money/money.ts';
export {
  countLimit,
  DEFAULT_PAGE_SIZE,
  isCountLimit,
  listOf,
  MAX_COUNTED,
  MAX_FOUND,
  PAGE_SIZES,
  type Page,
  type PageRequest,
  type Pagination,
  pageOf,
  pageQuery,
  paginationSchema,
  toPage,
} from './paging.ts';
export {
  LEVEL_3_PASSWORDS,
  PASSWORD_RULES,
  type PasswordFlaw,
  type PasswordPolicy,
  type PasswordRuleName,
  type PasswordShape,
  passwordFlaw,
  passwordPolicyContract,
  passwordPolicySchema,
  passwordRuleText,
  passwordShape,
  passwordShapeSchema,
  SPEC_PASSWORDS,
  shapeFits,
} from './access/password-policy.ts';
export { type PluginState, type RegistryEntry, type RegistryFile, type RegistryTrust, registryEntrySchema, registrySchema } from './plugin/registry.ts';
export {
  type AuditClass,
  type BodyOf,
  type Contract,
  defineContract,
  del,
  fileLink,
  get,
  type HttpMethod,
  type Need,
  type ParamsOf,
  post,
  put,
  type QueryOf,
  type ReadRoute,
  type ReplyOf,
  type RetryRule,
  type Route,
  type RouteMap,
  uploadBody,
  type WriteRoute,
} from './route.ts';
export {
  STAFF_NODE_TYPES,
  type StaffName,
  type StaffNode,
  type StaffNodeType,
  type StaffPerson,
  type StaffTreeNode,
  staffDirectory,
  staffName,
  staffNode,
  staffPerson,
  staffTree,
} from './access/staff-directory.contract.ts';
export { CERTIFICATE_TYPES, EDUCATIONS } from './access/personal-facts.ts';
export { type OrganizationPatients, organizationPatients } from './access/organization-use.service.ts';
export { type RichText, type RichTextAttributes, type RichTextOp, richTextSchema } from './rich-text/rich-text.schema.ts';
export { type UploadedFile, uploadedFile } from './files/uploaded-file.schema.ts';
export { DEFAULT_UPLOAD_MB, type SizeUnit, UNIT_BYTES, uploadFlaw, type UploadRule } from './files/upload-rule.ts';
export { type AdditionShape, additionFlaw, type MemberKind, type MemberKinds } from './plugin/addition-shape.ts';
export { compareVersions, isVersion, versionOfFolder } from './plugin/version-order.ts';
export { defineEvent, defineExtension, defineService, type EventToken, type ExtensionToken, type ServiceToken } from './plugin/service.ts';
export {
  checkValue,
  isAccount,
  isAllDate,
  isBigInt,
  isChinese,
  isDigits,
  isEmail,
  isEmptyValue,
  isEnCode,
  isFormula,
  isIdCard,
  isLicencePlate,
  isMobile,
  isPassword,
  matching,
  maxLength,
  maxValue,
  minValue,
  RULES,
  type Rule,
  type RuleFailure,
  validationText,
} from './checks/validation.ts';
export { VALIDATION_TEXTS, type ValidationKey } from './checks/validation-texts.ts';
export {
  type BusinessParts,
  businessParts,
  DAY_MS,
  dayOf,
  daysOf,
  endOfDay,
  formatInstant,
  instantOf,
  parseDay,
  startOfDay,
  toInstant,
} from './time/business-time.ts';
export { formatFileSize, formatMoney, moneyInCapitals, shortenNumber, withThousands } from './money/number-text.ts';
export { averageMoney, percentOf } from './money/money-share.ts';
export { dayAfter, daysOfPeriod, type FigurePeriod, lengthOfPeriod, MAX_FIGURE_DAYS, periodBefore } from './time/figure-period.ts';
export { withoutTrailing } from './money/without-trailing.ts';
export { SINGULAR_END, singularKey } from './checks/singular.ts';
export { mondayOf, weekdayAt, weekdayOf } from './time/week.ts';
export { agoTimeText, listTimeText, recentTimeText, type TimeText, timeTextIn } from './time/time-text.ts';
export { type FormPart, multipartBody } from './insurance/multipart-body.ts';
export { asNode, asNodes, type Node as AnswerNode, readGatewayRefusal, readNationalAnswer, readPlatformReply } from './insurance/national-answer.ts';
export {
  CATALOGUE_TRANSACTIONS,
  type GatewayRefusal,
  MONEY_TRANSACTIONS,
  type NationalAnswer,
  type NationalEnvelope,
  READING_TRANSACTIONS,
} from './insurance/national.ts';
export {
  insuranceRegions,
  type Moment,
  type RegionAdapter,
  type RegionConnection,
  type RegionField,
  type RegionRules,
  type TransportReading,
  type TransportRequest,
} from './insurance/region-adapter.ts';
export { type SheetTitle, sheetTitles } from './insurance/sheet-title.ts';
