import { lengthOf } from '@carillon/contract/content/entities'
import { plain } from '@carillon/contract/content/markup'
import { useMemo } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { Network } from '../networks.ts'

type CountersProps = {
  text: string
  networks: readonly Network[]
  /** Whether it stands below files: less is taken then. */
  isCaption: boolean
}

/** How much of what each network takes is used; the network is named where there are several. */
export function Counters({ text, networks, isCaption }: CountersProps) {
  const length = useMemo(() => lengthOf(plain(text).trim()), [text])
  return (
    <span data-tabular className="flex flex-wrap justify-end gap-x-3 text-sm text-muted">
      {networks.map(({ id, name, textMax, captionMax }) => {
        const max = isCaption ? captionMax : textMax
        return (
          <span key={id} className={cn(length > max && 'font-medium text-danger')}>
            {networks.length > 1 && `${name} `}
            {length.toLocaleString('en')} / {max.toLocaleString('en')}
          </span>
        )
      })}
    </span>
  )
}
