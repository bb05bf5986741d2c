import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Changed } from './changes/Changed.tsx'
import type { Difference } from './changes/differences.ts'

type StaleBannerProps = {
  noun: string
  /** Whether it was created from this form meanwhile, on another device or in another tab. */
  isNew: boolean
  /** The state of the newest, in words. */
  state: string
  differences: readonly Difference[]
  load: () => void
  keep: () => void
}

/** What is edited was changed elsewhere: in another tab, or by being sent. Shows both, and drops nothing by itself. */
export function StaleBanner(props: StaleBannerProps) {
  const { noun, isNew, state, differences, load, keep } = props
  const others = differences.filter(({ theirs }) => theirs === undefined)
  return (
    <Banner
      tone="warn"
      title={
        isNew ? `This ${noun} was saved before` : `This ${noun} has changed since you opened it`
      }
      action={
        <>
          <Button size="sm" onClick={load}>
            Load the newest
          </Button>
          <Button size="sm" variant="primary" onClick={keep}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        {differences.length > 0
          ? 'Yours is not saved yet. Keep yours and then save it, over the newest; or load the newest instead.'
          : 'It says the same as yours by now.'}{' '}
        Its state is “{state}” now
        {differences.length > 0 ? '' : '; if you keep yours and save it, that may change'}.
      </p>
      {differences.length > 0 && (
        <div
          role="region"
          aria-label="What is different"
          // It scrolls, so it is reached by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-2 grid max-h-[min(16rem,30vh)] gap-2 overflow-y-auto text-ink"
        >
          {differences.map(
            ({ name, theirs, mine }) =>
              theirs !== undefined && (
                <dl key={name} className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
                  {/* A phone has room for one, which shows both. */}
                  <Side name={`${name}, the newest`} className="max-sm:hidden">
                    <p dir="auto" className="text-sm whitespace-pre-wrap">
                      {theirs || 'Nothing'}
                    </p>
                  </Side>
                  <Side name={`${name}, yours and what it takes the place of`}>
                    <Changed before={theirs} after={mine ?? ''} />
                  </Side>
                </dl>
              ),
          )}
          {others.length > 0 && (
            <p className="text-sm">
              {differences.length > others.length ? 'Also different' : 'Different'}:{' '}
              {others.map(({ name }) => name).join(', ')}.
            </p>
          )}
        </div>
      )}
    </Banner>
  )
}

function Side({ name, className, children }: SideProps) {
  return (
    <div className={cn('min-w-0 [overflow-wrap:anywhere]', className)}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type SideProps = { name: string; className?: string; children: ReactNode }
