import type { Preflight } from '@carillon/contract/messages'
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { useNow } from '../../ui/time/useNow.ts'
import { GroupMark } from '../groups/GroupMark.tsx'
import { useChecked, WRONG_FIELD } from './context.ts'
import type { Finding, Fix } from './findings.ts'
import { forecastWords } from './forecast.ts'

/** The id of the card, to lead there. */
const ID = 'preflight'

/** How many findings are shown before the others are asked for. */
const SHOWN = 6

/** Puts the focus on what will not go as asked. */
export function showPreflight() {
  const card = document.getElementById(ID)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

type PreflightCardProps = {
  title?: string
  /** For what may go at another time than the first: says how long it takes, not when that is. */
  anyTime?: boolean
}

/** The forecast of the form if it is saved now: what blocks it, which groups get it differently, and when the last group has it. */
export function PreflightCard({
  title = 'Before it is sent',
  anyTime = false,
}: PreflightCardProps) {
  const { findings, forecast, isAsked, isChecking, problem, lacks, again } = useChecked()
  const [all, showAll] = useState(false)
  if (!isAsked && findings.length === 0) return null
  const rest = findings.length - SHOWN
  return (
    <Card
      role="region"
      id={ID}
      tabIndex={-1}
      aria-label={title}
      aria-busy={isChecking}
      className="grid gap-3 p-4 md:p-5"
    >
      <div className="grid gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <p role="status" className="text-sm text-muted">
          {problem ? (
            'It could not be checked.'
          ) : lacks ? (
            lacks
          ) : findings.some(isOfSchedule) ? (
            // There is no such time, so nothing can be said of it.
            'Its time has to be changed first.'
          ) : findings.some(({ effect }) => effect === 'blocks') ? (
            WRONG_FIELD
          ) : (
            <Forecast forecast={forecast} isChecking={isChecking} anyTime={anyTime} />
          )}
        </p>
      </div>
      {problem && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-danger">
          {problem}
          <Button size="sm" onClick={again}>
            Retry
          </Button>
        </p>
      )}
      {findings.length > 0 && (
        <ul aria-label="What will not go as asked" className="grid gap-3">
          {findings.slice(0, all ? findings.length : SHOWN).map((finding) => (
            <Row key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <div>
          <Button size="sm" variant="plain" className="-ml-2.5" onClick={() => showAll(!all)}>
            {all ? 'Show fewer' : `${rest} more`}
          </Button>
        </div>
      )}
      {findings.length === 0 && !problem && !lacks && !isChecking && (
        <p className="flex items-center gap-2 text-sm">
          <CircleCheck size={16} aria-hidden className="shrink-0 text-good" /> Nothing stands in the
          way.
        </p>
      )}
    </Card>
  )
}

const isOfSchedule = ({ id, effect }: Finding) => effect === 'blocks' && id.startsWith('schedule')

type ForecastProps = {
  forecast: Preflight['forecast']
  isChecking: boolean
  anyTime: boolean
}

/** When the last group has it. */
function Forecast({ forecast, isChecking, anyTime }: ForecastProps) {
  const { timeZone } = useUser()
  const { zone, repeats } = useChecked()
  const now = useNow()
  if (!forecast && isChecking) return 'Checking…'
  if (!forecast || forecast.sends === 0) {
    return `None of the chosen groups gets ${repeats ? 'the next run' : 'it'}.`
  }
  return anyTime ? forecast.words : forecastWords(forecast, { timeZone, zone, now })
}

function Row({ finding }: { finding: Finding }) {
  const { applyFix } = useChecked()
  const { effect, group, words, fixes } = finding
  const { icon: Icon, look, name } = looks[effect]
  return (
    <li className="flex items-start gap-2.5">
      <Icon size={16} role="img" aria-label={name} className={cn('mt-0.5 shrink-0', look)} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
          {group && (
            <span className="font-medium">
              <GroupMark group={group} small /> <bdi>{group.title}</bdi>:{' '}
            </span>
          )}
          {words}
        </p>
        {fixes.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {fixes.map((fix) => (
              <Button key={fix.kind} size="sm" onClick={() => applyFix(fix)}>
                {fixWords[fix.kind]}
                {group && <span className="sr-only"> {group.title}</span>}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

const looks = {
  blocks: { icon: CircleAlert, look: 'text-danger', name: 'To fix' },
  not: { icon: CircleAlert, look: 'text-danger', name: 'Not sent' },
  later: { icon: Clock, look: 'text-warn', name: 'Later' },
  differs: { icon: Info, look: 'text-muted', name: 'Note' },
}

const fixWords: Record<Fix['kind'], string> = {
  'remove-group': 'Take the group out',
  'leave-topic': 'Take the topic out',
  'other-time': 'Choose another time',
  'make-anonymous': 'Make it anonymous',
  connect: 'Connect it again',
  show: 'Show it',
}
