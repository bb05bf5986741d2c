import type { ReactNode } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { PageHeading } from '../../app/PageHeading.tsx'
import { prefetching } from '../../app/pages.ts'
import { paths } from '../../app/paths.ts'
import { ClosingCallToAction } from '../landing/ClosingCallToAction.tsx'

/** Why Carillon exists, how it keeps its promise, and what it cannot promise. */
export function Component() {
  return (
    <>
      <article className="bg-[radial-gradient(64rem_32rem_at_50%_-12rem,var(--accent-soft),transparent)]">
        <div className="mx-auto max-w-[680px] px-4 pt-14 pb-20 md:px-8 md:pt-24 md:pb-28">
          <PageHeading
            title="A bell that rings when you said, once"
            className="text-[2.625rem] leading-[1.05] font-semibold tracking-[-0.03em] text-balance md:text-6xl"
          />
          <p className="mt-7 text-xl leading-8 text-pretty">
            A carillon is a set of bells in a tower, played by a clockwork. People set their day by
            it. Nobody asks the bells to be clever; they have to ring at nine, and ring once.
          </p>

          <Part title="Why it exists">
            <p>
              Whoever runs a group knows the small duties: the reminder the evening before, the
              rules for newcomers, the bins on Thursday. They are easy to write and easy to forget.
              Programs that send them are many; few say what they do when something goes wrong, and
              something always does.
            </p>
            <p>
              Carillon is built from that end. First came the question what happens when the machine
              dies between sending a message and hearing that it arrived. The rest of it follows
              from the answer.
            </p>
          </Part>

          <Part title="How it keeps its promise">
            <Point title="On time">
              A schedule is a rule on the wall clock of a named time zone. Its times are computed by
              one piece of code, for the preview and for the sending, and tested across changes of
              the clocks. The database decides what is due; a timer only wakes it.
            </Point>
            <Point title="Once">
              Each planned copy is one row that no second machine can make again. An attempt is
              written down before the first byte leaves. If no answer comes back, WhatsApp gets the
              same copy again and shows it once, unless its words or the linked device have changed
              since. Then, and on Telegram, the copy is marked as possibly sent, and a person
              decides. A test kills the program at arbitrary moments and counts what arrived.
            </Point>
            <Point title="Explained">
              Every copy ends as sent, failed, skipped or unconfirmed, with a reason. The words are
              part of the program and written for whoever has to act on them.
            </Point>
          </Part>

          <Part title="What it cannot promise">
            <p>
              No program can know whether a message arrived when the network does not say so. No
              program can post faster than a network allows. A group may remove the bot at any time.
              And a machine that is switched off sends nothing: what was due meanwhile is sent late
              only as far as you allowed, and otherwise shown as missed.
            </p>
            <p>
              Telegram offers bots an official way, and Carillon takes it. WhatsApp offers none for
              groups. Linking a WhatsApp account means using an unofficial client, and WhatsApp may
              restrict or ban numbers that do. Carillon says so before you link one.
            </p>
          </Part>

          <Part title="Free software">
            <p>
              Carillon is licensed under the AGPL-3.0. You may run it, read it, change it and share
              it; whoever offers a changed copy as a service offers its users the source. It needs
              Node and PostgreSQL, and no account with anybody. It sends no statistics anywhere.
            </p>
            <p>
              A server may sell the{' '}
              <Link
                to={paths.publicPricing}
                className={linkClasses}
                {...prefetching(paths.publicPricing)}
              >
                Pro plan
              </Link>
              , which is how hosting it for others is paid for. On your own machine you decide which
              plan people have.
            </p>
          </Part>
        </div>
      </article>
      <ClosingCallToAction />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14 md:mt-20">
      <h2 className="text-2xl font-semibold tracking-tight md:text-3xl">{title}</h2>
      <div className="mt-4 grid gap-4 text-lg leading-7 text-muted text-pretty">{children}</div>
    </section>
  )
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-l-2 border-line-strong pl-5">
      <h3 className="font-semibold text-ink">{title}</h3>
      <p className="mt-1">{children}</p>
    </div>
  )
}

const linkClasses = 'rounded-sm font-medium text-accent-text underline underline-offset-4'
