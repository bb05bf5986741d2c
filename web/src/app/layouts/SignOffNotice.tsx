import { Banner } from '../../ui/Banner.tsx'
import type { SignOffNotice } from '../signOffNotice.ts'

export default function SignOffBanner({ title, text }: SignOffNotice) {
  return (
    <div className="mx-auto max-w-[1120px] px-4 pt-4 md:px-8">
      <Banner title={title}>{text}</Banner>
    </div>
  )
}
