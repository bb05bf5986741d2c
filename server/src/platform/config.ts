import { resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './errors.ts'
import { readLimits, type Limits } from './server-limits.ts'
import {
  paymentConfig,
  paymentProblems,
  SandboxPayments,
  sandboxSells,
  type PaymentConfig,
} from './payment-settings.ts'
import type { AuthSecrets, Keyring, Role, TrustProxy } from './setting-readers.ts'
import { RETIRE, Settings } from './settings.ts'
import {
  SandboxWhatsapp,
  standsIn,
  whatsappConfig,
  whatsappProblems,
  type WhatsappConfig,
} from './whatsapp-settings.ts'

const TELEGRAM = 'https://api.telegram.org'

/** The sandbox's description of itself: its addresses, and the bot that it made for us. */
export const SandboxEndpoints = z.object({
  http: z.url(),
  botApiRoot: z.url(),
  botToken: z.string(),
  botUsername: z.string(),
  smtp: z.string(),
  payments: SandboxPayments,
  whatsapp: SandboxWhatsapp.optional(),
})
export type SandboxEndpoints = z.infer<typeof SandboxEndpoints>

/** The settings with everything derived from them. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  /** Whether only this machine can reach the server. */
  local: boolean
  databaseUrl: string | undefined
  dataDir: string
  roles: ReadonlySet<Role>
  logLevel: string
  trustProxy: TrustProxy
  auth: {
    issuer: Settings['AUTH_ISSUER']
    firebase: { projectId: string | undefined; apiKey: string | undefined }
    supabase: { url: string | undefined; anonKey: string | undefined }
    secrets: AuthSecrets | undefined
    passwordMinLength: number
    emailVerification: boolean
  }
  mail: { smtpUrl: string | undefined; from: string }
  secretsKeys: Keyring | undefined
  /** Names of the keys that the operator has given up. */
  lostKeys: readonly string[]
  /** `retireBot`: no process is to have the token of the shared bot any more, so nobody waits for one. */
  telegram: { botToken: string | undefined; retireBot: boolean; apiRoot: string }
  /** How WhatsApp is reached; undefined if this server does not offer it. */
  whatsapp: WhatsappConfig | undefined
  payments: PaymentConfig
  storage: { kind: 'disk' } | ({ kind: 's3' } & S3Settings)
  defaultTier: 'free' | 'pro'
  /** How long sent deliveries are kept, in days. */
  keepHistoryDays: number
  /** The limits of one user or one network. */
  limits: Limits
  /** Set when the sandbox stands in for at least one service. */
  sandbox: { url: string; services: ('telegram' | 'whatsapp' | 'mail' | 'payments')[] } | undefined
}

export type S3Settings = {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  forcePathStyle: boolean
}

/** All that is wrong with the settings, one sentence each. */
export class ConfigError extends StartError {
  readonly problems: readonly string[]
  constructor(found: readonly string[]) {
    super(`The settings need attention:\n${found.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = found
  }
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings; throws ConfigError with all problems at once. `askSandbox` is called only when a
 * sandbox is there and allowed: it stands in for whatever is not configured.
 */
export async function loadConfig(
  env: Env,
  askSandbox: (url: string) => Promise<SandboxEndpoints>,
): Promise<Config> {
  // An empty variable is what compose files write for "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`),
    )
  }
  const settings = parsed.data
  const local = isLoopback(settings.HOST) && isLoopback(hostOf(settings.PUBLIC_URL))
  const sandboxUrl = settings.SANDBOX === 'off' || !local ? undefined : settings.SANDBOX_URL
  const { limits, problems } = readLimits(given)
  const found = [...problemsOf(settings, local, sandboxUrl), ...problems]
  if (found.length > 0) throw new ConfigError(found)
  const endpoints = sandboxUrl ? await askSandbox(sandboxUrl) : undefined
  return { ...derive(settings, local, endpoints), limits }
}

function problemsOf(settings: Settings, local: boolean, sandboxUrl: string | undefined): string[] {
  const found: string[] = []
  if (settings.SANDBOX === 'on' && !local) {
    found.push(
      'SANDBOX=on needs HOST and PUBLIC_URL on this machine: the sandbox lets anybody who reaches it act as anybody.',
    )
  }
  if (!settings.SMTP_URL && !sandboxUrl && !local) {
    found.push('SMTP_URL is missing: without it nobody can reset a password on a public server.')
  }
  if (!settings.SECRETS_KEYS && !local) {
    found.push(
      'SECRETS_KEYS is missing: on a public server the keys that seal credentials must be yours, e.g. SECRETS_KEYS="k1:$(openssl rand -base64 32)".',
    )
  }
  if (settings.AUTH_ISSUER === 'firebase' && !settings.FIREBASE_PROJECT_ID) {
    found.push('FIREBASE_PROJECT_ID is missing: AUTH_ISSUER=firebase needs it.')
  }
  if (settings.AUTH_ISSUER === 'supabase' && !settings.SUPABASE_URL) {
    found.push('SUPABASE_URL is missing: AUTH_ISSUER=supabase needs it.')
  }
  found.push(...whatsappProblems(settings))
  found.push(...paymentProblems(settings, { local, sandboxed: sandboxUrl !== undefined }))
  if (settings.STORAGE === 's3' && !settings.S3_BUCKET) {
    found.push('S3_BUCKET is missing: STORAGE=s3 needs it.')
  }
  return found
}

function derive(
  settings: Settings,
  local: boolean,
  endpoints: SandboxEndpoints | undefined,
): Omit<Config, 'limits'> {
  const open = endpoints
    ? [
        ...(settings.TELEGRAM_BOT_TOKEN || settings.TELEGRAM_API_ROOT
          ? []
          : (['telegram'] as const)),
        ...(endpoints.whatsapp && standsIn(settings) ? (['whatsapp'] as const) : []),
        ...(settings.SMTP_URL ? [] : (['mail'] as const)),
        ...(sandboxSells(settings, true) ? (['payments'] as const) : []),
      ]
    : []
  const telegram = open.includes('telegram') ? endpoints : undefined
  const retireBot = settings.TELEGRAM_BOT_TOKEN === RETIRE
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrl.replace(/\/$/, ''),
    local,
    databaseUrl: settings.DATABASE_URL,
    dataDir: resolve(settings.DATA_DIR),
    roles: settings.ROLES,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    auth: {
      issuer: settings.AUTH_ISSUER,
      firebase: { projectId: settings.FIREBASE_PROJECT_ID, apiKey: settings.FIREBASE_API_KEY },
      supabase: { url: settings.SUPABASE_URL, anonKey: settings.SUPABASE_ANON_KEY },
      secrets: settings.AUTH_SECRETS,
      passwordMinLength: settings.AUTH_PASSWORD_MIN_LENGTH,
      emailVerification:
        (settings.AUTH_EMAIL_VERIFICATION ?? (settings.SMTP_URL ? 'required' : 'off')) ===
        'required',
    },
    mail: {
      smtpUrl: settings.SMTP_URL ?? endpoints?.smtp,
      from: settings.MAIL_FROM ?? `Carillon <carillon@${hostOf(publicUrl)}>`,
    },
    secretsKeys: settings.SECRETS_KEYS,
    lostKeys: settings.SECRETS_KEYS_LOST,
    telegram: {
      botToken: retireBot ? undefined : (settings.TELEGRAM_BOT_TOKEN ?? telegram?.botToken),
      retireBot,
      apiRoot: telegram?.botApiRoot ?? (settings.TELEGRAM_API_ROOT ?? TELEGRAM).replace(/\/$/, ''),
    },
    whatsapp: whatsappConfig(settings, endpoints?.whatsapp),
    payments: paymentConfig(settings, endpoints?.payments),
    storage:
      settings.STORAGE === 's3'
        ? {
            kind: 's3',
            endpoint: settings.S3_ENDPOINT,
            region: settings.S3_REGION,
            bucket: settings.S3_BUCKET ?? '',
            accessKeyId: settings.S3_ACCESS_KEY_ID,
            secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
            forcePathStyle: settings.S3_FORCE_PATH_STYLE === 'true',
          }
        : { kind: 'disk' },
    defaultTier: settings.DEFAULT_TIER,
    keepHistoryDays: settings.KEEP_HISTORY_DAYS,
    sandbox: endpoints && open.length > 0 ? { url: endpoints.http, services: open } : undefined,
  }
}

const hostOf = (url: string | undefined) => (url ? new URL(url).hostname : 'localhost')

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
