import type { PreviewSlot, Schedule, SchedulePreview } from '@carillon/contract/schedule'
import { zoneCity } from '@carillon/contract/zones'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { errorWords, isApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { inLocale } from '../../ui/time/inLocale.ts'
import { clockTime, wallTime } from '../../ui/time/words.ts'
import { capital } from '../../ui/words.ts'
import { useTimetableForm } from './timetableForm.ts'
import { scheduleOf } from './mapping.ts'
import { fieldAt } from './problems.ts'
import { PREVIEW_RUNS, usePreview } from './usePreview.ts'
import { clockRulesWords, leftOutWords, markWords } from './words.ts'

type NextRunsProps = {
  /** What is being edited. */
  before?: Schedule | undefined
  /** Groups whose rules can delay a run, if the next one is left out then. */
  delaying: readonly string[]
}

/** The rule in words and its next times, as the server will run it. */
export function NextRuns({ before, delaying }: NextRunsProps) {
  const { control } = useTimetableForm()
  const [timetable, timeZone] = useWatch({ control, name: ['timetable', 'timeZone'] })
  const { isValid, isCurrent, preview } = usePreview(
    scheduleOf(timetable, timeZone, before),
    delaying,
  )
  useSeed(preview.data)
  useFieldErrors(preview.error)
  return (
    <section
      aria-label="Next runs"
      aria-live="polite"
      aria-busy={preview.isFetching}
      className="rounded-lg border border-line bg-sunken px-4 py-3"
    >
      {!isValid ? (
        <p className="text-muted">Complete the rule to see its next times.</p>
      ) : preview.isError && !isApiError(preview.error, 'invalid') ? (
        <Banner
          tone="danger"
          action={<Button onClick={() => void preview.refetch()}>Retry</Button>}
        >
          {errorWords(preview.error)}
        </Banner>
      ) : preview.isError ? (
        <p className="text-muted">{errorWords(preview.error)}</p>
      ) : preview.data ? (
        <Runs preview={preview.data} timeZone={timeZone} stale={!isCurrent} />
      ) : (
        <LoadingRuns />
      )}
    </section>
  )
}

type RunsProps = { preview: SchedulePreview; timeZone: string; stale: boolean }

function Runs({ preview: { words, slots }, timeZone, stale }: RunsProps) {
  const [all, showAll] = useState(false)
  // The runs of an earlier rule may be those of another zone.
  const otherRules = !stale && slots.map((slot) => clockRulesWords(slot, timeZone)).find(Boolean)
  return (
    <div className={cn('grid gap-2 transition-opacity', stale && 'opacity-60')}>
      <p className="font-medium">{inLocale(capital(words))}</p>
      {slots.length === 0 ? (
        <p className="text-warn">No upcoming time matches this.</p>
      ) : (
        <ol className="grid gap-1.5">
          {slots.slice(0, all ? slots.length : PREVIEW_RUNS).map((slot) => (
            <Run key={slot.at} slot={slot} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {otherRules && <p className="text-sm text-warn">{otherRules}</p>}
      {slots.length > PREVIEW_RUNS && (
        <Button size="sm" variant="plain" className="-ml-2 w-fit" onClick={() => showAll(!all)}>
          {all ? 'Show fewer' : `Show ${slots.length}`}
        </Button>
      )}
    </div>
  )
}

function Run({ slot, timeZone }: RunProps) {
  const { at, dueAt, local, mark, movedFrom, leftOutBefore } = slot
  const { timeZone: own } = useUser()
  const notes = [
    leftOutBefore ? leftOutWords(leftOutBefore) : '',
    mark ? markWords(mark, local, clockTime(at, timeZone)) : '',
    movedFrom ? `Moved from ${wallTime(movedFrom)}.` : '',
    dueAt === at ? '' : `Goes at ${clockTime(dueAt, timeZone)} this time.`,
  ].filter(Boolean)
  return (
    <li className="grid gap-x-4 text-sm sm:grid-cols-[12rem_1fr]">
      <Time at={at} zone={timeZone} as="short" className="font-medium" />
      <span className="text-muted">
        <Time at={at} zone={timeZone} as="ahead" />
        {own !== timeZone && ` · ${clockTime(at, own)} for you in ${zoneCity(own)}`}
        {notes.length > 0 && <span className="block text-warn">{notes.join(' ')}</span>}
      </span>
    </li>
  )
}

type RunProps = { slot: PreviewSlot; timeZone: string }

function LoadingRuns() {
  return (
    <Loading label="Working out the next times">
      <div className="grid gap-2.5 py-0.5">
        <Skeleton className="h-4 w-3/5" />
        {Array.from({ length: PREVIEW_RUNS }, (_, row) => (
          <Skeleton key={row} className="h-3.5 w-2/5" />
        ))}
      </div>
    </Loading>
  )
}

/** Keeps what jitter and spread were drawn from, so that what is saved runs as it was shown. */
function useSeed(preview: SchedulePreview | undefined) {
  const { getValues, setValue } = useTimetableForm()
  const seed = preview?.seed
  useEffect(() => {
    const { seed: present, jitterMinutes, spreadMinutes } = getValues('timetable')
    if (seed === undefined || present !== undefined || jitterMinutes + spreadMinutes === 0) return
    setValue('timetable.seed', seed)
  }, [seed, getValues, setValue])
}

/** Shows the problems that the server found at the fields where they can be fixed, until the rule is another one. */
function useFieldErrors(error: unknown) {
  const { clearErrors, getFieldState, getValues, setError } = useTimetableForm()
  useEffect(() => {
    if (!isApiError(error, 'invalid')) return undefined
    const names = error.details.map(({ path, message }) => {
      const field = fieldAt(path.replace(/^schedule\./, ''), getValues('timetable'))
      const name = field === 'timeZone' ? field : (`timetable.${field}` as const)
      setError(name, { type: 'server', message })
      return name
    })
    return () => clearErrors(names.filter((name) => getFieldState(name).error?.type === 'server'))
  }, [error, clearErrors, getFieldState, getValues, setError])
}
