import type { Staying } from '@carillon/contract/payments'
import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { count } from '../../../ui/words.ts'
import { mustChoose, suspendedOf, useStaying } from './staying.ts'
import { StayingDialog } from './StayingDialog.tsx'

/** What stays of somebody's groups and cycles when Pro ends, and the way to choose otherwise. */
export function StayingNote() {
  const staying = useStaying()
  const [open, setOpen] = useState(false)
  if (staying.isPending) return <Skeleton className="h-12" />
  if (!staying.data) {
    return (
      <Banner
        tone="warn"
        title="What stays on Free could not be loaded"
        action={<Button onClick={() => void staying.refetch()}>Retry</Button>}
      >
        {errorWords(staying.error)}
      </Banner>
    )
  }
  const { groups, cycles, limits } = staying.data
  const suspended = suspendedOf(groups, limits.maxGroups) + suspendedOf(cycles, limits.maxCycles)
  if (suspended === 0) return null
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 text-muted text-pretty wrap-anywhere">
        {words(staying.data)}
      </p>
      {mustChoose(staying.data) && <Button onClick={() => setOpen(true)}>Change what stays</Button>}
      <StayingDialog staying={staying.data} open={open} onOpenChange={setOpen} />
    </div>
  )
}

/** `After that “Choir” and the cycle “Tips” stay; 11 groups and 3 cycles are suspended.` */
function words({ groups, cycles, limits }: Staying): string {
  const names = [
    ...groups.items.filter(({ stays }) => stays).map(({ name }) => `“${name}”`),
    ...cycles.items.filter(({ stays }) => stays).map(({ name }) => `the cycle “${name}”`),
  ]
  const rest = [
    [suspendedOf(groups, limits.maxGroups), 'group'] as const,
    [suspendedOf(cycles, limits.maxCycles), 'cycle'] as const,
  ].filter(([n]) => n > 0)
  const some = rest.map(([n, noun]) => count(n, noun)).join(' and ')
  const one = rest.length === 1 && rest[0]?.[0] === 1
  return `After that ${names.join(' and ') || 'nothing'} ${names.length === 1 ? 'stays' : 'stay'}; ${some} ${one ? 'is' : 'are'} suspended.`
}
