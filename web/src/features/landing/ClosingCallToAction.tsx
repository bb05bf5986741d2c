import { paths } from '../../app/paths.ts'
import { GetStarted } from './GetStarted.tsx'

/** The end of a public page, with the link to sign up. */
export function ClosingCallToAction() {
  return (
    <section className="border-t border-line bg-[radial-gradient(48rem_24rem_at_50%_120%,var(--accent-soft),transparent)]">
      <div className="mx-auto grid max-w-[1120px] justify-items-center gap-5 px-4 py-20 text-center md:px-8 md:py-28">
        <h2 className="max-w-[20ch] text-3xl font-semibold tracking-tight text-balance md:text-5xl">
          Schedule the first one for tomorrow morning
        </h2>
        <p className="max-w-[48ch] text-lg text-muted text-pretty">
          From here to the first message in about two minutes. One group is free.
        </p>
        <GetStarted
          second={{ to: paths.publicPricing, label: 'See pricing' }}
          className="mt-2 justify-center"
        />
      </div>
    </section>
  )
}
