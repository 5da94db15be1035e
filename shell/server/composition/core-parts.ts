import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { PasswordHasher } from '../auth/password/password-hash.ts';
import type { PasswordRules } from '../auth/password/password-rules.ts';
import type { SessionStore } from '../auth/session/session-store.ts';
import type { Config } from '../config/index.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Logger } from '../core/log.ts';
import type { ServerFeed } from '../core/server-feed.ts';
import type { SettingStore } from '../core/setting-store.ts';
import type { Database } from '../db/index.ts';
import type { TextSource } from '../i18n/texts.ts';
import type { RightsReader } from '../identity/rights/rights.ts';
import type { SiteTextStore } from '../identity/site-texts.ts';
import type { OutboundGateway } from '../outbound/outbound-gateway.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { SiteConfigStore } from '../site-config/site-config-store.ts';
import type { PushOutbox } from '../socket/push/push-outbox.ts';
import type { CoreTables } from '../tables/tables.ts';

/** What the shell's own services share. */
export interface CoreParts {
  /** With what the page of configuration says. Keep the object: a copy of it stays as it was. */
  readonly config: Config;
  readonly siteConfig: SiteConfigStore;
  readonly database: Database;
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Logger;
  readonly feed: ServerFeed;
  /** What system administrators must hear of. */
  readonly alerts: Alerts;
  readonly texts: TextSource;
  readonly siteTexts: SiteTextStore;
  readonly audit: AuditLog;
  readonly sessions: SessionStore;
  readonly rights: RightsReader;
  readonly settings: SettingStore;
  readonly passwords: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly secrets: SecretBox;
  readonly outbound: OutboundGateway;
  readonly pushes: PushOutbox;
}
