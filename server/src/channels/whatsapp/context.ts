import type { Clock } from '../../platform/clock.ts'
import type { Reading } from '../../platform/context.ts'
import type { Random } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Host } from './host.ts'
import type { Owned } from './store.ts'
import type { Uploads } from './uploads.ts'
import type { Versions } from './versions.ts'

/** What all parts of this channel work with. */
export type WhatsappContext = {
  reading: Reading
  clock: Clock
  random: Random
  log: Log
  host: Host
  uploads: Uploads
  versions: Versions
  /** The session that each device of the worker writes for. */
  owners: Map<string, Owned>
}
