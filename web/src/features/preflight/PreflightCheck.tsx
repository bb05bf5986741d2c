import { channelFacts } from '@carillon/contract/channels'
import { type ReactNode, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { errorWords, isApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { toast } from '../../ui/toast/store.ts'
import { useStableCallback } from '../../ui/useStableCallback.ts'
import { chosenOf } from '../compose/audience/Audience.tsx'
import { restoreGroups } from '../compose/audience/restoreGroups.ts'
import type { PollFields } from '../compose/poll/poll.ts'
import { useConnectionsById } from '../connections/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { CheckedContext, WRONG_FIELD } from './context.ts'
import { type Finding, type Fix, findingsOf } from './findings.ts'
import { type PreflightQuestion, hasContent, usePreflight } from './usePreflight.ts'

type PreflightCheckProps = {
  asked: PreflightQuestion
  /** The instants at which it is to go; without any it is the first one that the server knows. */
  times: readonly string[]
  /** Where the content stands in the form around, and the field in which a time is chosen. */
  at?: string
  timeField: string
  /** Whether it needs a time and has none yet. */
  lacksTime?: boolean
  /** Other problems that the page knows by itself. */
  more?: readonly Finding[]
  /** Leads to a field of the form, or to what a place below `content` of a request belongs to. */
  onLead: (path: string) => void
  children: ReactNode
}

const NOTHING: readonly Finding[] = []

const NO_TIME = 'Its time has to be chosen first.'
const NO_GROUP = 'Its groups have to be chosen first.'

/** Judges the form around as it is typed, for those inside that tell of it. */
export function PreflightCheck(props: PreflightCheckProps) {
  const {
    asked,
    times,
    at = '',
    timeField,
    lacksTime = false,
    more = NOTHING,
    onLead,
    children,
  } = props
  const { timeZone } = useUser()
  const navigate = useNavigate()
  const { control, getValues, setValue } = useFormContext()
  const groupIds: string[] = useWatch({ control, name: 'groupIds' })
  const all = useGroups().data?.items
  const groups = useMemo(() => chosenOf(all ?? [], groupIds), [all, groupIds])
  const isAsked = groups.length > 0 && hasContent(asked.content)
  const connections = useConnectionsById(isAsked)
  const states = groups.flatMap(({ connectionId }) => connections.get(connectionId)?.status ?? [])
  const troubles = [...new Set(states)]
    .filter((status) => status !== 'connected')
    .toSorted()
    .join()
  const { data, error, isCurrent, isFetching, isRefetching, refetch } = usePreflight(
    isAsked ? asked : undefined,
    troubles,
  )
  // A field that is wrong in itself is told there.
  const { forecast = null } = (isAsked && data) || {}
  const known = useMemo(
    () => (times.length > 0 || !forecast ? times : [forecast.dueAt]),
    [times, forecast],
  )
  const isInvalid = isApiError(error, 'invalid')
  const lacks =
    groupIds.length === 0 ? NO_GROUP : lacksTime ? NO_TIME : isInvalid ? WRONG_FIELD : undefined
  const problem = error && !isInvalid ? errorWords(error) : undefined

  const put = (name: string, value: unknown) =>
    setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })

  function applyFix(fix: Fix) {
    switch (fix.kind) {
      case 'remove-group': {
        const before = getValues('groupIds') as string[]
        put(
          'groupIds',
          before.filter((id) => id !== fix.groupId),
        )
        const title = groups.find(({ id }) => id === fix.groupId)?.title ?? 'The group'
        const undo = () =>
          put('groupIds', restoreGroups(before, getValues('groupIds'), [fix.groupId]))
        return toast({ title: `${title} was taken out`, action: { label: 'Undo', run: undo } })
      }
      case 'leave-topic': {
        const topics = getValues('topics') as Record<string, string[]>
        const left = (topics[fix.groupId] ?? []).filter((id) => id !== fix.topicId)
        put('topics', { ...topics, [fix.groupId]: left })
        const undo = () => put('topics', topics)
        return toast({ title: 'The topic was taken out', action: { label: 'Undo', run: undo } })
      }
      case 'make-anonymous': {
        const poll = getValues(`${at}poll`) as PollFields
        return put(`${at}poll`, { ...poll, anonymous: true })
      }
      case 'connect':
        return navigate(channelFacts[fix.channel].managerPath)
      case 'other-time':
        return onLead(timeField)
      case 'show':
        return onLead(fix.path)
    }
  }

  const [onFix, again] = [useStableCallback(applyFix), useStableCallback(() => void refetch())]
  const repeats = times.length > 1
  const hasTime = asked.schedule !== undefined
  const zone = asked.schedule?.timeZone
  // What is asked again by itself is shown as it was until the answer.
  const isChecking = isAsked && (!isCurrent || (isFetching && !(isRefetching && !error)))
  const preflight = isAsked ? data : undefined
  const findings = useMemo(
    () => [...more, ...findingsOf({ preflight, groups, times: known, hasTime, timeZone })],
    [more, preflight, groups, known, hasTime, timeZone],
  )
  // Whoever tells of it is drawn anew when something else is known, and not with each key.
  const checked = useMemo(
    () => ({
      findings,
      forecast,
      zone,
      repeats,
      isAsked,
      isChecking,
      problem,
      lacks,
      again,
      applyFix: onFix,
    }),
    [findings, forecast, zone, repeats, isAsked, isChecking, problem, lacks, again, onFix],
  )
  return <CheckedContext value={checked}>{children}</CheckedContext>
}
