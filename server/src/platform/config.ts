import { z } from 'zod'

const flag = z.enum(['on', 'off'])

/** Every setting, read once. Names are fixed: other people's deployments are built on them. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  ROLES: z.string().default('all'),
  SANDBOX: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Where the sandbox process answers; the launcher sets it. */
  SANDBOX_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().optional(),
  AUTH_ISSUER: z.enum(['embedded', 'firebase', 'supabase']).default('embedded'),
  AUTH_SECRETS: z.string().optional(),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(8),
  AUTH_EMAIL_VERIFICATION: z.enum(['required', 'off']).optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  SECRETS_KEYS: z.string().optional(),
  TELEGRAM_BOT_TOKEN: z.string().optional(),
  TELEGRAM_API_ROOT: z.url().optional(),
  DEFAULT_TIER: z.enum(['free', 'pro']).default('free'),
  WHATSAPP: flag.optional(),
})

/** The settings with everything derived that needs no I/O. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  databaseUrl: string | undefined
  dataDir: string
  roles: ReadonlySet<Role>
  logLevel: string
  trustProxy: boolean | string
  auth: { passwordMinLength: number; emailVerification: boolean; secrets: string | undefined }
  mail: { smtpUrl: string | undefined; from: string }
  secretsKeys: string | undefined
  telegram: { botToken: string | undefined; apiRoot: string; webhooks: boolean }
  defaultTier: 'free' | 'pro'
  sandbox: { url: string; doors: ('telegram' | 'mail')[] } | undefined
}

export const roles = ['web', 'live', 'planner', 'carrier', 'jobs'] as const
export type Role = (typeof roles)[number]

export { Settings }
