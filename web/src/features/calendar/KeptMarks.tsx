import type { Send } from '@carillon/contract/calendar'
import { Gauge, Moon } from 'lucide-react'
import { isInQuiet } from './sends.ts'

/** A moon for what quiet hours keep back, a gauge for what a daily limit does; words beside it say the same. */
export const KeptMarks = ({ send }: { send: Send }) => (
  <>
    {(send.quiet || isInQuiet(send)) && <Moon {...mark} />}
    {(send.limit || send.waitsFor === 'cap') && <Gauge {...mark} />}
  </>
)

const mark = {
  size: 12,
  'aria-hidden': true,
  className: 'ml-1 inline-block align-middle text-muted',
} as const
