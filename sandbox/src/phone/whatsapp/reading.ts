import type { Whatsapp } from '../../whatsapp/server.ts'
import type { World } from '../../world/world.ts'
import { messagesOf } from './thread.ts'

// When so many are remembered all are forgotten, and authors get a read receipt a second time.
const REMEMBERED = 10_000

/**
 * Somebody looks at a group on their phone: the authors of what they could read are told, once for each
 * message.
 */
export function createReader(world: World, whatsapp: Whatsapp) {
  const seen = new Set<string>()
  return (lid: string, groupId: string): void => {
    for (const message of messagesOf(world, groupId)) {
      const key = `${lid}/${message.id}`
      if (message.lid === lid || !message.readers.includes(lid) || seen.has(key)) continue
      if (seen.size >= REMEMBERED) seen.clear()
      seen.add(key)
      if (world.state.whatsapp.people.get(message.lid)?.linked.length)
        whatsapp.read(lid, groupId, message.id)
    }
  }
}
