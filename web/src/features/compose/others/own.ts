import type { Network } from '../networks.ts'

/** What networks get of their own, by their names. */
export const ownOf = <T>(own: { telegram?: T | null; whatsapp?: T | null } = {}) =>
  NETWORKS.flatMap((id): [Network['id'], T][] => {
    const one = own[id]
    return one ? [[id, one]] : []
  })

const NETWORKS = ['telegram', 'whatsapp'] as const
