import { Banner } from '../../ui/Banner.tsx'
import type { AccountDeletedNotice } from '../accountDeletedNotice.ts'

export default function AccountDeletedBanner({ title, text }: AccountDeletedNotice) {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-4 md:px-8">
      <Banner title={title}>{text}</Banner>
    </div>
  )
}
