import { PageHeading } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { Example } from './Example.tsx'
import { GetStarted } from './GetStarted.tsx'
import { Shot } from './Shot.tsx'

/** What Carillon is, in one sentence and one picture. */
export function Hero() {
  return (
    <section className="overflow-hidden bg-[radial-gradient(64rem_32rem_at_50%_-12rem,var(--accent-soft),transparent)]">
      <div className="mx-auto max-w-[1120px] px-4 pt-14 pb-16 md:px-8 md:pt-24 md:pb-24">
        <div className="grid gap-6 md:justify-items-center md:text-center">
          <p className="w-fit rounded-full border border-line-strong bg-surface px-3 py-1 text-sm text-muted">
            Free software that runs on your own machine
          </p>
          <PageHeading
            title="Messages to your groups: on time, sent once."
            className="max-w-[16ch] text-[2.625rem] leading-[1.05] font-semibold tracking-[-0.03em] text-balance md:text-7xl md:leading-[1.03]"
          />
          <p className="max-w-[56ch] text-lg text-muted text-pretty">
            Write a message, choose the groups and the time. Carillon sends it at that minute, in
            the time zone you named, and tells you in plain words what became of it in each group.
          </p>
          <GetStarted
            second={{ to: paths.features, label: 'See what it does' }}
            className="mt-2 md:justify-center"
          />
          <p className="text-sm text-muted">No credit card required for free tier</p>
        </div>
        <div className="relative mt-14 md:mt-16 md:pb-14">
          <div className="max-md:hidden md:pr-16">
            <Shot
              name="message"
              alt="The editor: a message with bold and italic words on the left, and on the right what a Telegram group will see."
            />
          </div>
          <div className="right-0 bottom-0 md:absolute md:w-[380px]">
            <Example />
          </div>
        </div>
      </div>
    </section>
  )
}
