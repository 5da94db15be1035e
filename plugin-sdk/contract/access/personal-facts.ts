/** Kinds of identity documents and degrees that a member of staff may have (wire facts 2.1, 13); other texts are kept as they are. */
export const CERTIFICATE_TYPES = ['idCard', 'passport', 'homeReturn', 'taiwan', 'military', 'other'] as const;
export const EDUCATIONS = ['doctor', 'master', 'bachelor', 'college', 'secondary', 'other'] as const;
