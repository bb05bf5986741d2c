import type { ChannelKind } from '@carillon/contract/config'
import { tierLimits, type Tier, type TierLimits } from '@carillon/contract/tiers'

/** What a tier counts. */
export type Resource = 'groups' | 'cycles'

/** Features that a tier has or does not have. */
export type Feature = 'whatsapp' | 'media'

/** The names as people read them in the words of a refusal. */
export const resourceName: Record<Resource, string> = { groups: 'Groups', cycles: 'Cycles' }
export const featureName: Record<Feature, string> = {
  whatsapp: 'WhatsApp',
  media: 'Media upload',
}

/** What a tier must have for a channel to be used; the others are for all. */
export const channelFeature: Readonly<Partial<Record<ChannelKind, Feature>>> = {
  whatsapp: 'whatsapp',
}

/** The channels that a tier may not use. */
export const withheldFrom = (tier: Tier): ChannelKind[] =>
  (Object.entries(channelFeature) as [ChannelKind, Feature][]).flatMap(([kind, feature]) =>
    allows(tier, feature) ? [] : [kind],
  )

const maximum: Record<Resource, keyof TierLimits & `max${string}`> = {
  groups: 'maxGroups',
  cycles: 'maxCycles',
}

const switches: Record<Feature, 'whatsappAccess' | 'mediaUpload'> = {
  whatsapp: 'whatsappAccess',
  media: 'mediaUpload',
}

/** How many more fit a tier that holds `count` now, negative when it holds too many; Infinity without a limit. */
export function leftUnderLimit(tier: Tier, resource: Resource, count: number): number {
  const max = tierLimits[tier][maximum[resource]]
  return max === null ? Infinity : max - count
}

export const allows = (tier: Tier, feature: Feature): boolean => tierLimits[tier][switches[feature]]
