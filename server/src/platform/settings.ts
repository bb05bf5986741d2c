import { z } from 'zod'
import { paymentSettings } from './payment-settings.ts'
import {
  allRoles,
  readAuthSecrets,
  readDatabaseUrl,
  readKeyring,
  readNames,
  readRoles,
  readTrust,
} from './setting-readers.ts'
import { whatsappSettings } from './whatsapp-settings.ts'

/** In place of a token: the bot of this server is put out of service at once. */
export const RETIRE = 'retire'

/** Every setting, read once. Names are fixed: other people's deployments are built on them. */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, message: 'must be a web address' }).optional(),
  DATABASE_URL: readWith(readDatabaseUrl).optional(),
  DATA_DIR: z.string().default('.data'),
  ROLES: readWith(readRoles).default(new Set(allRoles)),
  SANDBOX: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Where the sandbox process answers; the launcher sets it. */
  SANDBOX_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: readWith(readTrust).default(false),
  AUTH_ISSUER: z.enum(['embedded', 'firebase', 'supabase']).default('embedded'),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  SUPABASE_URL: z.url().optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  AUTH_SECRETS: readWith(readAuthSecrets).optional(),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(8),
  AUTH_EMAIL_VERIFICATION: z.enum(['required', 'off']).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().optional(),
  SECRETS_KEYS: readWith(readKeyring).optional(),
  /** Keys that are gone for good: what they sealed is given up. */
  SECRETS_KEYS_LOST: readWith(readNames).default([]),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(
      new RegExp(`^(\\d+:[\\w-]+|${RETIRE})$`),
      'must be a bot token as BotFather gives it, like 123456:ABC…',
    )
    .optional(),
  TELEGRAM_API_ROOT: z.url().optional(),
  ...whatsappSettings,
  ...paymentSettings,
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).default('false'),
  DEFAULT_TIER: z.enum(['free', 'pro']).default('free'),
  /** Days after which what was sent is forgotten: deliveries, their occurrences, and what they said. */
  KEEP_HISTORY_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
})
export type Settings = z.infer<typeof Settings>

/** A setting with a reader of its own, whose words become the problem. */
function readWith<T>(read: (text: string) => T) {
  return z.string().transform((text, context) => {
    try {
      return read(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })
}
