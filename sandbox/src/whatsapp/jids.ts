/**
 * An address on the network: a person by the hidden id (`lid`) or by the number, one of their devices,
 * or a group.
 */
export type Jid = { user: string; server: 'lid' | 's.whatsapp.net' | 'g.us' | ''; device: number }

export const SERVER = 's.whatsapp.net'

export function parseJid(text: string | undefined): Jid {
  const [, user = '', device, server] =
    /^([^:@]*)(?::(\d+))?@(lid|s\.whatsapp\.net|g\.us)$/.exec(text ?? '') ?? []
  return { user, device: Number(device ?? 0), server: (server ?? '') as Jid['server'] }
}

export const lidOf = (lid: string, device = 0): string => `${named(lid, device)}@lid`

export const numberOf = (pn: string, device = 0): string => `${named(pn, device)}@${SERVER}`

const named = (user: string, device: number) => (device ? `${user}:${device}` : user)
