import { Banner } from '../../ui/Banner.tsx'
import type { Farewell } from '../farewell.ts'

/** What somebody is told who has just left for good. */
export default function FarewellBanner({ title, text }: Farewell) {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-4 md:px-8">
      <Banner title={title}>{text}</Banner>
    </div>
  )
}
