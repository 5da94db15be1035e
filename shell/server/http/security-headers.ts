import type { FastifyReply } from 'fastify';

/**
 * Policy of every page. Scripts come from our own files only, never from text; inline only the early start
 * of index.html, by its hash. Styles may be inline because the component library sets them at run time.
 */
export function contentPolicy(frameOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${["'self'", 'blob:', ...frameOrigins].join(' ')}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}

/** The policy of a page that holds scripts of its own: exactly these, known by their hash, run besides our files. */
export const withInlineScripts = (policy: string, hashes: readonly string[]): string =>
  hashes.length === 0 ? policy : policy.replace("script-src 'self'", `script-src 'self' ${hashes.map((hash) => `'${hash}'`).join(' ')}`);

/**
 * The policy of a worker that decodes pictures of scanners (JBIG2, JPEG 2000), for which there are modules of machine code alone. It lets those be made, in that
 * worker; text still never becomes a script.
 */
export const withWasm = (policy: string): string => policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

/** For files that people uploaded: nothing inside them may run, whatever they hold. */
export const UPLOAD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * For answers that are data or styles: nothing in them is a page, whoever opens their address. Shorter than the policy of pages, which the first page
 * would else fetch a dozen times.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For our scripts: the policy of a page counts on that page, but that of a worker is the one of its file. Nothing from elsewhere and no text as a script there, either. */
export const SCRIPT_POLICY = "default-src 'self'";

const known = new Map<string, string>();

/** `contentPolicy` for the same origins as before, without building it again for every answer. */
export function contentPolicyFor(frameOrigins: readonly string[]): string {
  const key = frameOrigins.join(' ');
  let policy = known.get(key);
  if (policy === undefined) {
    policy = contentPolicy(frameOrigins);
    // Origins change with the registry only; what was in force before is of no more use.
    known.clear();
    known.set(key, policy);
  }
  return policy;
}

const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** What browsers ask of a document alone. Data and styles say by their policy that no frame shows them; a script in a frame is text with nothing to press. */
const OF_DOCUMENTS: Readonly<Record<string, string>> = {
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
};

export function setSecurityHeaders(reply: FastifyReply, options: { policy: string; secure: boolean }): void {
  reply.headers(ALWAYS).headers(OF_DOCUMENTS);
  reply.header('content-security-policy', options.policy);
  if (options.secure) reply.header('strict-transport-security', 'max-age=31536000');
}

/** The answer is a script, styles or data: its own policy, and nothing that says what a document may do. Twenty of them come before the first page stands. */
export function setPolicyOfFile(reply: FastifyReply, policy: string): void {
  reply.header('content-security-policy', policy);
  for (const name of Object.keys(OF_DOCUMENTS)) reply.removeHeader(name);
}
