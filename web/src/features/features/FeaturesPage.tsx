import { PageHeading } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { GetStarted } from '../landing/GetStarted.tsx'

/** What Carillon does, in full. */
export function Component() {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-16 pb-20 md:px-8">
      <PageHeading
        title="Everything it does, and how"
        className="max-w-[18ch] text-4xl font-semibold tracking-tight md:text-6xl"
      />
      <GetStarted second={{ to: paths.publicPricing, label: 'See pricing' }} className="mt-8" />
    </div>
  )
}
