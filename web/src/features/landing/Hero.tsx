import { PageHeading } from '../../app/PageHeading.tsx'
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
          <PageHeading
            title="Schedule messages to your Telegram and WhatsApp groups"
            className="max-w-[20ch] text-[2.625rem] leading-[1.05] font-semibold tracking-[-0.03em] text-balance md:text-7xl"
          />
          <p className="max-w-[60ch] text-lg text-muted text-pretty">
            Write once, choose the groups and the time. Carillon posts it at that minute, once, and
            tells you in plain words what became of it in each group.
          </p>
          <GetStarted
            second={{ to: paths.features, label: 'See what it does' }}
            className="mt-2 md:justify-center"
          />
          <p className="text-sm text-muted">
            One Telegram group is free, without a credit card. WhatsApp is part of Pro.
          </p>
        </div>
        <div className="relative mt-14 md:mt-16 md:pb-14">
          <div className="max-md:hidden md:px-8">
            <Shot
              name="calendar"
              alt="The calendar of a month: what goes out on each day, at which time, to which group."
            />
          </div>
          <div className="right-0 bottom-0 md:absolute md:w-[400px]">
            <Example />
          </div>
        </div>
      </div>
    </section>
  )
}
