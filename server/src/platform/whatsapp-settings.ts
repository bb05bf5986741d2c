import { z } from 'zod'

/** The settings of WhatsApp, by name. It is off unless the operator wants it: it is no official way in. */
export const whatsappSettings = {
  WHATSAPP: z.enum(['on', 'off']).optional(),
  /** Where something on this machine stands in for WhatsApp, what signs its certificates, and its files' own. */
  WHATSAPP_WS_URL: z
    .url({ protocol: /^wss?$/, message: 'must begin with ws:// or wss://' })
    .optional(),
  WHATSAPP_ROOT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be a key of 64 hexadecimal digits')
    .optional(),
  WHATSAPP_MEDIA_CA: z.string().startsWith('-----BEGIN', 'must be a certificate (PEM)').optional(),
  /** The version of WhatsApp Web to be, once WhatsApp refuses the one of this release. */
  WHATSAPP_VERSION: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be three numbers with dots, like 2.3000.1043857760')
    .optional(),
  /** Where WhatsApp tells its version once it refuses ours; its own address, unless something stands in for it. */
  WHATSAPP_VERSION_URL: z.url({ protocol: /^https?$/, message: 'must be an address' }).optional(),
  /** How many messages a number may send on one day once it has been linked for three weeks; at first it is a share. */
  WHATSAPP_DAILY_MAX: z.coerce.number().int().min(1).max(1_000_000).optional(),
}

type Settings = {
  [Name in keyof typeof whatsappSettings]?: z.infer<(typeof whatsappSettings)[Name]>
}

/** What the sandbox says of its stand-in for WhatsApp. */
export const SandboxWhatsapp = z.object({
  webSocketUrl: z.string(),
  rootKey: z.string(),
  mediaCertificate: z.string(),
  versionUrl: z.string(),
})

/** How WhatsApp is reached; nothing in it means WhatsApp's own servers. */
export type WhatsappConfig = {
  webSocketUrl?: string
  rootKey?: string
  mediaCertificate?: string
  version?: [number, number, number]
  versionUrl?: string
  dailyMax?: number
}

/** What WhatsApp Web loads first, which says its version. */
const OWN_VERSION_URL = 'https://web.whatsapp.com/sw.js'

/** Whether the sandbox may stand in: only where nothing is said of WhatsApp. */
export const standsIn = ({ WHATSAPP, WHATSAPP_WS_URL }: Settings): boolean =>
  WHATSAPP === undefined && WHATSAPP_WS_URL === undefined

/** What is wrong with the settings of WhatsApp, one sentence each. */
export function whatsappProblems({ WHATSAPP_WS_URL: url, WHATSAPP_ROOT_KEY: key }: Settings) {
  if (url && !/^(127(\.\d+){3}|localhost|\[::1\])$/.test(new URL(url).hostname)) {
    return [
      'WHATSAPP_WS_URL must lead to this machine: it is for a stand-in, and whoever answers there gets what is sent.',
    ]
  }
  return url && !key
    ? ['WHATSAPP_ROOT_KEY is missing: without it the stand-in at WHATSAPP_WS_URL is not believed.']
    : []
}

export function whatsappConfig(
  settings: Settings,
  sandbox: z.infer<typeof SandboxWhatsapp> | undefined,
): WhatsappConfig | undefined {
  const { WHATSAPP, WHATSAPP_WS_URL, WHATSAPP_ROOT_KEY, WHATSAPP_MEDIA_CA } = settings
  const version = settings.WHATSAPP_VERSION?.split('.').map(Number) as WhatsappConfig['version']
  const dailyMax = settings.WHATSAPP_DAILY_MAX
  const said = { ...(version ? { version } : {}), ...(dailyMax ? { dailyMax } : {}) }
  if (WHATSAPP === 'off') return undefined
  if (standsIn(settings)) return sandbox && { ...sandbox, ...said }
  // Who stands in for WhatsApp is not known there.
  const versionUrl =
    settings.WHATSAPP_VERSION_URL ?? (WHATSAPP_WS_URL ? undefined : OWN_VERSION_URL)
  return {
    ...said,
    ...(versionUrl ? { versionUrl } : {}),
    ...(WHATSAPP_WS_URL ? { webSocketUrl: WHATSAPP_WS_URL } : {}),
    ...(WHATSAPP_ROOT_KEY ? { rootKey: WHATSAPP_ROOT_KEY } : {}),
    ...(WHATSAPP_MEDIA_CA ? { mediaCertificate: WHATSAPP_MEDIA_CA } : {}),
  }
}
