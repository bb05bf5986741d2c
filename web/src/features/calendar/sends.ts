import type { Send } from '@carillon/contract/calendar'
import type { paths as allPaths } from '../../app/paths.ts'
import type { Tone } from '../../ui/Status.tsx'

type Words = { label: string; tone: Tone }

/** The state of a send in a word or two. */
export const sendWords = ({ status, changed }: Send): Words =>
  changed === 'skipped' && status === 'planned'
    ? { label: 'Left out', tone: 'neutral' }
    : statusWords[status]

const statusWords: Record<Send['status'], Words> = {
  planned: { label: 'To come', tone: 'accent' },
  sending: { label: 'Sending', tone: 'accent' },
  done: { label: 'Sent', tone: 'good' },
  partly: { label: 'Partly sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Left out', tone: 'neutral' },
}

/** What a send is called. */
export const sendTitle = ({ title, text }: Send) =>
  title || text.replaceAll(/\s+/g, ' ').trim() || 'No text'

/** Where more is told about it. */
export const sendPath = ({ source, sourceId }: Send, paths: typeof allPaths) =>
  source === 'cycle' ? paths.cycle(sourceId) : paths.editMessage(sourceId)

/** Tells a send from all others. */
export const sendKey = ({ sourceId, slotAt, occurrenceId, at }: Send) =>
  `${sourceId} ${slotAt ?? occurrenceId ?? at}`
