import { PageHeading } from '../../app/PageHeading.tsx'
import { paths } from '../../app/paths.ts'
import { GetStarted } from '../landing/GetStarted.tsx'
import { ClosingCallToAction } from '../landing/ClosingCallToAction.tsx'
import { Shot } from '../landing/Shot.tsx'
import { chapters, type Chapter } from './chapters.ts'
import { FeatureStatus } from './FeatureStatus.tsx'

/** What Carillon does, in full. Says only what is there. */
export function Component() {
  return (
    <>
      <section className="bg-[radial-gradient(64rem_32rem_at_50%_-12rem,var(--accent-soft),transparent)]">
        <div className="mx-auto grid max-w-[1120px] gap-6 px-4 pt-14 pb-14 md:px-8 md:pt-24 md:pb-20">
          <PageHeading
            title="Everything it does, and how"
            className="max-w-[20ch] text-[2.625rem] leading-[1.05] font-semibold tracking-[-0.03em] md:text-6xl"
          />
          <p className="max-w-[60ch] text-lg text-muted text-pretty">
            From the words of a message to the last delivery of it. What is not there yet stands at
            the end of this page.
          </p>
          <GetStarted second={{ to: paths.publicPricing, label: 'See pricing' }} className="mt-2" />
          <nav aria-label="On this page" className="mt-4">
            <ul className="flex flex-wrap gap-2">
              {chapters.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-block rounded-full border border-line-strong bg-surface px-3.5 py-1.5 text-muted transition-colors hover:bg-hover hover:text-ink"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </section>
      {chapters.map((chapter) => (
        <ChapterSection key={chapter.id} chapter={chapter} />
      ))}
      <FeatureStatus />
      <ClosingCallToAction />
    </>
  )
}

function ChapterSection({ chapter: { id, title, lead, shot, points } }: { chapter: Chapter }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t border-line odd:bg-surface"
    >
      <div className="mx-auto max-w-[1120px] px-4 py-16 md:px-8 md:py-24">
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-14">
          <h2
            id={`${id}-title`}
            className="text-3xl font-semibold tracking-tight text-balance md:text-4xl"
          >
            {title}
          </h2>
          <p className="text-lg text-muted text-pretty">{lead}</p>
        </div>
        {shot && (
          <div className="reveal mt-10">
            <Shot name={shot.name} alt={shot.alt} />
          </div>
        )}
        <dl className="mt-12 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
          {points.map(({ icon: Icon, title, text }) => (
            <div key={title} className="grid grid-cols-[auto_1fr] gap-x-3.5">
              <dt className="contents">
                <Icon size={20} aria-hidden className="mt-0.5 text-muted" />
                <span className="font-semibold">{title}</span>
              </dt>
              <dd className="col-start-2 mt-1 text-muted text-pretty">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
